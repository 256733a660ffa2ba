import { createHmac } from 'node:crypto';
import type { Minor } from '@krapao/contract/money.ts';

type JsonAnswer = { status: number; body: unknown };
type Ask = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Ends the asking in the place of the timeout. */
  deadline?: AbortSignal;
  /** A longer answer is none. */
  maxBytes?: number;
};

/** No answer of an outside party is longer, but for reports. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * The one door to outside parties: no answer is read beyond its limit, and none sends us elsewhere with our keys.
 * Throws when there is no answer, a broken one, or an error of the server itself: then the outcome is unknown.
 */
export async function askJson(ask: Ask): Promise<JsonAnswer> {
  const { method, url, headers = {}, body, timeoutMs, deadline, maxBytes = ANSWER_MAX_BYTES } = ask;
  const response = await fetch(url, {
    method,
    headers,
    body: body ?? null,
    signal: deadline ?? AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (response.status >= 500) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).pathname} answered ${response.status}`);
  }
  return { status: response.status, body: JSON.parse(await readText(response, maxBytes)) as unknown };
}

/** The time that a party writes on its answer, whatever it answers; null where it gives none. */
export async function dateOf(url: string, timeoutMs: number): Promise<number | null> {
  try {
    const response = await fetch(url, { method: 'GET', signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    await response.body?.cancel();
    const written = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(written) ? null : written;
  } catch {
    return null;
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('an answer that does not end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

type SignedCall = { url: string; key: string; timeoutMs: number; maxBytes?: number };

/** A party that wants HMAC-SHA256 over `timestamp.rawBody`. */
export function signedCall({ url, key, timeoutMs, maxBytes }: SignedCall) {
  return (method: 'GET' | 'POST', path: string, content?: object): Promise<JsonAnswer> => {
    const body = content === undefined ? '' : JSON.stringify(content);
    const timestamp = String(Date.now());
    const headers = {
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
      ...(content && { 'content-type': 'application/json' }),
    };
    return askJson({
      method,
      url: url + path,
      headers,
      ...(content && { body }),
      timeoutMs,
      ...(maxBytes !== undefined && { maxBytes }),
    });
  };
}

export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('an answer that is no object');
  return value as Record<string, unknown>;
}

/** An amount as the outside writes it: 100.00 */
export function decimal(amount: Minor): string {
  return `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
}
