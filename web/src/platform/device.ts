import { newKey } from './idempotency.ts';
import { readStored, writeStored } from './storage.ts';

/** Names this browser and nobody in it: no secret, made when it is first asked for. */
export function deviceId(): string {
  const known = readStored('guest-id');
  if (known) return known;
  const made = newKey();
  writeStored('guest-id', made);
  return made;
}
