import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { CHAT_VIDEO_MAX_MB } from '@krapao/contract/support/limits.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/** A file that arrived, until the call that brought it is over. */
export type Upload = { path: string; bytes: number; sha256: Buffer };

/** The largest that any call takes; each has its own limit. */
const LARGEST_BYTES = CHAT_VIDEO_MAX_MB * 1024 * 1024;
/** The bytes around the file in a multipart body. */
const ENVELOPE_BYTES = 16 * 1024;
const ABANDONED_MS = 60 * 60_000;

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  // One byte more than any call takes, so that `save` and not the parser stops a file that is too large.
  const limits = { fileSize: LARGEST_BYTES + 1, files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 };
  await app.register(multipart, { limits, throwFileSizeLimit: false });
}

type Reception = {
  folder: string;
  maxBytes: number;
  /**
   * May throw, before anything is read. A form that does not say its length counts as the longest. Answers whom to tell how
   * much came.
   */
  admit: (bytes: number) => Promise<(bytes: number) => Promise<void>>;
};

/** Streams the part `file` to a temporary file, gives it to `work` and removes what is left of it; null if there is none. */
export async function withUpload<T>(
  request: FastifyRequest,
  { folder, maxBytes, admit }: Reception,
  work: (upload: Upload | null) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) return work(null);
  const { 'content-length': length } = request.headers;
  if (Number(length ?? 0) > maxBytes + ENVELOPE_BYTES) throw tooLarge(request);
  requireThere(request);
  const cameOnly = await admit(Math.max(1, Number(length ?? maxBytes))).catch((refusal: unknown) => {
    dropTheRest(request);
    throw refusal;
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    let came = 0;
    const count = (chunk: Buffer) => {
      came += chunk.length;
    };
    const upload = await receiveFile(request, path, maxBytes, count).finally(() => cameOnly(came));
    return await work(upload);
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads the form to its end, so that one with more after the file is told from one that is over. */
async function receiveFile(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
  count: (chunk: Buffer) => void,
): Promise<Upload | null> {
  let upload: Upload | null = null;
  requireThere(request);
  try {
    request.raw.on('data', count);
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file') upload = await save(request, part.file, path, maxBytes);
      else part.file.resume();
    }
  } catch (error) {
    // An error of the disk is our own. Any other means a form that is broken, or holds more than one file.
    if (error instanceof AppError || (error as NodeJS.ErrnoException).syscall) throw error;
    dropTheRest(request);
    throw new AppError('INVALID_REQUEST', { cause: error });
  }
  return upload;
}

/** If the client has gone, its form never ends: a handler that began to read the form would wait for ever. */
function requireThere({ raw }: FastifyRequest): void {
  if (raw.destroyed) throw new AppError('INVALID_REQUEST');
}

async function save(request: FastifyRequest, file: Readable, path: string, maxBytes: number): Promise<Upload> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Stops at once: left to itself, the parser reads to the file's end, however far that is.
      if (bytes > maxBytes) return done(tooLarge(request));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(file, count, createWriteStream(path, { mode: 0o600 }));
  return { path, bytes, sha256: hash.digest() };
}

/** Removes the files that a killed process had begun to receive. */
export async function removeAbandonedUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function tooLarge(request: FastifyRequest): AppError {
  dropTheRest(request);
  return new AppError('BODY_TOO_LARGE');
}

/** An unread request would stay open for ever, even after the client has gone. */
function dropTheRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}
