/** No input of ours is nested deeply; one that is would exhaust the stack here. */
const DEEPEST = 10;

/** PostgreSQL keeps no NUL and no half of a character in a text. */
export function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((part) => isKeepable(part, depth + 1));
}
