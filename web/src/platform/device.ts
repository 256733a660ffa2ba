import { newKey } from './idempotency.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * A random id of this browser, not of a person; made at the first use. With the id alone a guest's messages can be
 * read: it goes to our own server, in headers and bodies only, and never into an address or a log.
 */
export function deviceId(): string {
  const known = readStored('guest-id');
  if (known) return known;
  const made = newKey();
  writeStored('guest-id', made);
  return made;
}
