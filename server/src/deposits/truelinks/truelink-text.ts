import { createDecipheriv, createHash } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The text that the browser encrypted: `<link>::<walletAccountName>`. Null if it is anything else. */
export function readTruelink(secret: string, encrypted: string): { hash: string; walletAccountName: string } | null {
  const [link, walletAccountName, ...more] = decrypt(secret, encrypted)?.split('::') ?? [];
  if (link === undefined || walletAccountName === undefined || more.length > 0) return null;
  const hash = hashInLink(link.trim());
  return hash === null ? null : { hash, walletAccountName };
}

/** `https://gift.truemoney.com/campaign/?v={hash}`, and no address that only looks like it. */
function hashInLink(link: string): string | null {
  const url = URL.parse(link);
  if (url?.protocol !== 'https:' || url.host !== 'gift.truemoney.com' || url.username || url.password) return null;
  if (!/^\/campaign\/?$/.test(url.pathname)) return null;
  const hash = url.searchParams.get('v') ?? '';
  return /^[0-9A-Za-z]{10,64}$/.test(hash) ? hash : null;
}

/** base64(iv ‖ ciphertext ‖ tag), AES-256-GCM. */
function decrypt(secret: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const key = createHash('sha256').update(secret).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
