import { ApiError } from './api-error.ts';

/** Failures after which the outcome of the call is unknown. */
const SILENT: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

/** Whether the failure is the server's answer; without an answer the call may have taken effect. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status > 0 && !SILENT.has(error.code);
}

/** Whether nothing at all came back: neither an answer nor a word of the server's that there is none. */
export function isUnheard(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** `randomUUID` is missing where the page came over plain HTTP, as on a phone in the same network. */
export function newKey(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  return uuidOf((crypto as Crypto).getRandomValues(new Uint8Array(16)));
}

/** A version 4 UUID of 16 random bytes. */
export function uuidOf(bytes: Uint8Array): string {
  const marked = bytes.map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
