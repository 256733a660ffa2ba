import { createHmac } from 'node:crypto';
import { askJson, type JsonAnswer } from './http-json.ts';

type SignedCall = { url: string; key: string; timeoutMs: number };

/** A party that wants HMAC-SHA256 over `timestamp.rawBody`. */
export function signedCall({ url, key, timeoutMs }: SignedCall) {
  return (method: 'GET' | 'POST', path: string, content?: object): Promise<JsonAnswer> => {
    const body = content === undefined ? '' : JSON.stringify(content);
    const timestamp = String(Date.now());
    const headers = {
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
      ...(content && { 'content-type': 'application/json' }),
    };
    return askJson({ method, url: url + path, headers, ...(content && { body }), timeoutMs });
  };
}
