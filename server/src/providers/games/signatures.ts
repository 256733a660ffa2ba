import { createHash, createHmac } from 'node:crypto';

export type Fields = Record<string, string | number>;

export function sortedFields(fields: Fields): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

export function hmac(hash: 'sha1' | 'sha256', key: string, text: string): string {
  return createHmac(hash, key).update(text).digest('hex');
}

/** The signature of older providers. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
