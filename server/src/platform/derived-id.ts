import { createHash } from 'node:crypto';

/** A UUID that follows from the name: every node and every try derives the same one. */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
