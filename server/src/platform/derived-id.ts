import { createHash } from 'node:crypto';

/** A UUID that follows from what it names: whoever comes back to it, on any node, finds the same. */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
