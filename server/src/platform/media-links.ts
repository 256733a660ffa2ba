import { createHmac, timingSafeEqual } from 'node:crypto';
import { basename, dirname, extname } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { now } from './clock.ts';
import type { Database } from './database.ts';
import { subkey } from './keys.ts';

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
};

/**
 * Addresses of files that a browser can load without headers. Only a person who may see a file gets its link, and the
 * link runs out.
 */
export type MediaLinks = {
  linkTo: (reference: string, at: Date) => string;
  /** The reference in a link that we made and that is still good. */
  referenceIn: (link: string, at: Date) => string | null;
};

/** `folder` keeps the links of one feature from opening the files of another. */
export function mediaLinks(keys: readonly string[], folder: string, lifeMs: number): MediaLinks {
  const secrets = keys.map((key) => subkey(key, 'media links'));
  const sign = (reference: string, expires: string, secret = secrets[0] ?? '') =>
    createHmac('sha256', secret).update(`media/${folder}/${reference}/${expires}`).digest('hex');
  return {
    linkTo: (reference, at) => {
      const expires = String(at.getTime() + lifeMs);
      return `/media/${folder}/${reference}/${expires}/${sign(reference, expires)}`;
    },
    referenceIn: (link, at) => {
      const [, media, linkFolder, reference = '', expires = '', signature = '', ...rest] = link.split('/');
      if (media !== 'media' || linkFolder !== folder || rest.length > 0) return null;
      // Compared as texts: read as hex, a signature has other spellings too.
      const given = Buffer.from(signature);
      const isOurs = secrets.some((secret) => {
        const expected = Buffer.from(sign(reference, expires, secret));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs && at.getTime() < Number(expires) ? reference : null;
    },
  };
}

type Shelf = {
  db: Database;
  links: MediaLinks;
  /** The path of the file; null if it is gone. */
  locate: (reference: string) => Promise<string | null>;
};

export function mediaRoute(app: FastifyInstance, folder: string, { db, links, locate }: Shelf): void {
  const url = `/media/${folder}/:reference/:expires/:signature`;
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const reference = links.referenceIn(request.url.split('?')[0] ?? '', await now(db));
    const path = reference && (await locate(reference));
    if (!path) throw new AppError('NO_DATA');
    // Sends parts of a file on request: without that, some browsers play no film.
    const { statusCode, headers, stream } = await send(request.raw, `/${basename(path)}`, {
      root: dirname(path),
      cacheControl: false,
      etag: false,
      lastModified: false,
    });
    return reply
      .code(statusCode)
      .headers({
        ...headers,
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      .send(stream);
  });
}
