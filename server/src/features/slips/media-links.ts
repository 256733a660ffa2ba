import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { now } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Storage } from '../../providers/storage/storage.ts';
import { findSlip } from './slips.queries.ts';

const LINK_LIFE_MS = 10 * 60_000;
const TYPES: Record<string, string> = { '.png': 'image/png', '.jpeg': 'image/jpeg', '.webp': 'image/webp' };

/** Addresses of pictures that a browser can load without headers. Only their owner is given one, and it runs out. */
export type MediaLinks = {
  linkTo: (reference: string, at: Date) => string;
  isGood: (path: MediaPath, at: Date) => boolean;
};
type MediaPath = { reference: string; expires: string; signature: string };

export function mediaLinks(secret: string): MediaLinks {
  const sign = (reference: string, expires: string) =>
    createHmac('sha256', secret).update(`media/slips/${reference}/${expires}`).digest('hex');
  return {
    linkTo: (reference, at) => {
      const expires = String(at.getTime() + LINK_LIFE_MS);
      return `/media/slips/${reference}/${expires}/${sign(reference, expires)}`;
    },
    isGood: ({ reference, expires, signature }, at) => {
      // As texts: read as hex, a signature has other spellings too.
      const [given, expected] = [Buffer.from(signature), Buffer.from(sign(reference, expires))];
      return given.length === expected.length && timingSafeEqual(given, expected) && at.getTime() < Number(expires);
    },
  };
}

export function mediaRoutes(
  app: FastifyInstance,
  { db, storage, links }: { db: Database; storage: Storage; links: MediaLinks },
): void {
  app.get<{ Params: MediaPath }>(
    '/media/slips/:reference/:expires/:signature',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      if (!links.isGood(params, await now(db))) throw new AppError('NO_DATA');
      const slip = await findSlip(db, params.reference);
      const path = slip && (await storage.locate(slip.file));
      if (!path) throw new AppError('NO_DATA');
      return reply
        .headers({
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        })
        .send(createReadStream(path));
    },
  );
}
