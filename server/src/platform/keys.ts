import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** Of 32 random bytes about 30 differ; fewer than this never do by chance. */
const DIFFERENT_BYTES = 20;

/** What a key is for: no two purposes ever use the same bytes. */
export type Purpose = 'game passwords' | 'wheel seeds' | 'media links' | 'key id';

/** The bytes of a key of at least 32 random ones, written in hex or base64; null if it is anything less. */
function strongBytes(key: string): Buffer | null {
  const isHex = /^(?:[\da-f]{2})+$/i.test(key);
  if (!isHex && !/^[\w+/-]+={0,2}$/.test(key)) return null;
  const bytes = Buffer.from(key, isHex ? 'hex' : 'base64');
  return bytes.length >= KEY_BYTES && new Set(bytes).size >= DIFFERENT_BYTES ? bytes : null;
}

export function isStrongKey(key: string): boolean {
  return strongBytes(key) !== null;
}

/** Weak keys are those of demonstrations, and those from before keys had to be strong. */
export function subkey(key: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', strongBytes(key) ?? Buffer.from(key), '', `krapao/${purpose}`, KEY_BYTES));
}
