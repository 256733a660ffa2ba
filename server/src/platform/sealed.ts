import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type Purpose, subkey } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of one purpose for keeping, as the id of the key and what that key sealed. */
export type Sealer = {
  /** It opens only with the same `owner`, so a row copied to another owner is worthless. */
  seal: (owner: string, secret: string) => Buffer;
  unseal: (owner: string, sealed: Buffer) => string;
  /** Whether the key that seals today sealed it. */
  isOfToday: (sealed: Buffer) => boolean;
  /** What everything sealed today begins with, to find the rest by. */
  keyId: Buffer;
};

/** The first key seals, and each of them opens what it sealed. */
export function sealer(keys: readonly string[], purpose: Purpose): Sealer {
  const ring = keys.map((key) => ({ id: keyId(key), bytes: subkey(key, purpose), plainHash: plainHash(key) }));
  const [first] = ring;
  if (!first) throw new Error('there is no key to seal with');
  return {
    keyId: first.id,
    isOfToday: (sealed) => sealed.subarray(0, ID_BYTES).equals(first.id),
    seal: (owner, secret) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, first.bytes, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([first.id, iv, sealed, cipher.getAuthTag()]);
    },
    unseal: (owner, sealed) => {
      const key = ring.find(({ id }) => sealed.subarray(0, ID_BYTES).equals(id));
      if (key) return open(key.bytes, owner, sealed.subarray(ID_BYTES));
      return openWithoutId(
        ring.map((one) => one.plainHash),
        owner,
        sealed,
      );
    },
  };
}

/** Before keys had ids, the hash of the key's text sealed for every purpose. */
function openWithoutId(keys: readonly Buffer[], owner: string, sealed: Buffer): string {
  for (const key of keys)
    try {
      return open(key, owner, sealed);
    } catch {
      // Another key's, or nobody's.
    }
  throw new Error('none of the keys opens this: CREDENTIALS_KEYS_ALSO lacks the one that sealed it');
}

function open(key: Buffer, owner: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

function keyId(key: string): Buffer {
  return subkey(key, 'key id').subarray(0, ID_BYTES);
}

function plainHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
