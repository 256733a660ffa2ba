import { newKey } from './idempotency.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * Names this browser and nobody in it; made when it is first asked for. Whoever knows it can read what was said here
 * as a guest: it goes to our own server, in headers and bodies only, and never into an address or a log.
 */
export function deviceId(): string {
  const known = readStored('guest-id');
  if (known) return known;
  const made = newKey();
  writeStored('guest-id', made);
  return made;
}
