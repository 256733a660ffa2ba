import { createHmac, timingSafeEqual } from 'node:crypto';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { now } from './clock.ts';
import type { Database } from './database.ts';
import { subkey } from './keys.ts';
import { isSignedIn } from './sessions.ts';

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
};

/** The sign-in that a link was given to, by the hash of its token; null is a visitor, who has none. */
export type SignIn = Buffer | null;

/** To whom a link is given, and when. */
export type Bearer = { signIn: SignIn; at: Date };

/**
 * Addresses of files that a browser can load without headers. Only a person who may see a file gets its link. The link
 * runs out within minutes, and with the sign-in that it was given to: whoever finds it later finds nothing.
 */
export type MediaLinks = {
  linkTo: (reference: string, bearer: Bearer) => string;
  /** What a link that we made stands for, if it is still good or ran out less than `graceMs` ago. */
  read: (link: string, at: Date, graceMs?: number) => { reference: string; signIn: SignIn } | null;
};

/** In the place of a sign-in, where there is none. */
const NONE = '-';

/** `folder` keeps the links of one feature from opening the files of another. */
export function mediaLinks(keys: readonly string[], folder: string, lifeMs: number): MediaLinks {
  const secrets = keys.map((key) => subkey(key, 'media links'));
  const sign = (parts: string, secret = secrets[0] ?? '') =>
    createHmac('sha256', secret).update(`media/${folder}/${parts}`).digest('base64url');
  const isSigned = (parts: string, signature: string) => {
    // Compared as texts: decoded, a signature has other spellings too.
    const given = Buffer.from(signature);
    return secrets.some((secret) => {
      const expected = Buffer.from(sign(parts, secret));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  };
  return {
    linkTo: (reference, { signIn, at }) => {
      const parts = `${reference}/${at.getTime() + lifeMs}/${signIn?.toString('base64url') ?? NONE}`;
      return `/media/${folder}/${parts}/${sign(parts)}`;
    },
    read: (link, at, graceMs = 0) => {
      const [, media, linkFolder, reference = '', expires = '', signIn = '', signature = '', ...rest] = link.split('/');
      if (media !== 'media' || linkFolder !== folder || rest.length > 0) return null;
      if (!isSigned(`${reference}/${expires}/${signIn}`, signature)) return null;
      if (at.getTime() >= Number(expires) + graceMs) return null;
      return { reference, signIn: signIn === NONE ? null : Buffer.from(signIn, 'base64url') };
    },
  };
}

/** `file` is its name, of which the ending tells the type. */
type Opened = { file: string; status: number; headers: Record<string, string>; stream: Readable };

type Shelf = {
  db: Database;
  links: MediaLinks;
  /** The file, or the part of it that `range` asks for: without parts, some browsers play no film. Null if it is gone. */
  open: (reference: string, range: string | undefined) => Promise<Opened | null>;
};

export function mediaRoute(app: FastifyInstance, folder: string, { db, links, open }: Shelf): void {
  const url = `/media/${folder}/:reference/:expires/:signIn/:signature`;
  app.get(url, async (request, reply) => {
    const link = links.read(request.url.split('?')[0] ?? '', await now(db));
    const isOpen = link && (link.signIn === null || (await isSignedIn(db, link.signIn)));
    const opened = isOpen ? await open(link.reference, request.headers.range) : null;
    if (!opened) throw new AppError('NO_DATA');
    const { file, status, headers, stream } = opened;
    return reply
      .code(status)
      .headers({
        ...headers,
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      .send(stream);
  });
}
