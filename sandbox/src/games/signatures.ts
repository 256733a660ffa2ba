import { createHash, timingSafeEqual } from 'node:crypto';

export const AGENT = 'krapao';

/** Compares in constant time. */
export function isSame(given: unknown, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}

export function sortedFields(fields: Record<string, unknown>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${asSent(fields[name])}`)
    .join('&');
}

function asSent(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
