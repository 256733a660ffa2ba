import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const WINDOW_MS = 5 * 60_000;

/** A signature covers the bytes that were sent, so hooks keep them beside the parsed body. */
export function keepRawBodies(hooks: FastifyInstance): void {
  const parseJson = hooks.getDefaultJsonParser('error', 'error');
  hooks.decorateRequest('rawBody', '');
  hooks.addContentTypeParser('application/json', { parseAs: 'string' }, (request, raw, done) => {
    request.rawBody = String(raw);
    void parseJson(request, String(raw), done);
  });
}

/** HMAC-SHA256 over `timestamp.rawBody`, no older than five minutes of real time. */
export function requireSignature(key: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const timestamp = String(request.headers['x-timestamp'] ?? '');
    const given = Buffer.from(String(request.headers['x-signature'] ?? ''), 'hex');
    const expected = createHmac('sha256', key).update(`${timestamp}.${request.rawBody}`).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('UNAUTHORIZED');
    // Not `Math.abs(…) > WINDOW_MS`: a timestamp that is no number must be refused too.
    if (!(Math.abs(Date.now() - Number(timestamp)) <= WINDOW_MS)) throw new AppError('UNAUTHORIZED');
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: string;
  }
}
