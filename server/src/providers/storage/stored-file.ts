import type { Readable } from 'node:stream';

/** Where uploaded files are kept. Names are made by us, never by the uploader. */
export type Storage = {
  /** Moves the file at `path` into the storage. Until that is done, no reader finds any of it. */
  keep: (name: string, path: string) => Promise<void>;
  /** The file, or the part of it that a `Range` header asks for; null if it is gone. */
  open: (name: string, range?: string) => Promise<StoredFile | null>;
  /** Removes the file, if it is there. */
  remove: (name: string) => Promise<void>;
};

/** What a browser is told of a file: no other header of a storage leaves the server. */
const TOLD = ['content-length', 'content-range', 'accept-ranges'];

export function told(headers: Iterable<readonly [string, unknown]>): Record<string, string> {
  const lowerCase = [...headers].map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return Object.fromEntries(lowerCase.filter(([name]) => TOLD.includes(name)));
}

/** As HTTP tells it: 200, 206 with `content-range`, or 416 where the file has no such part. */
type StoredFile = { status: number; headers: Record<string, string>; stream: Readable };
