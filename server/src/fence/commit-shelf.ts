import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Storage } from '../providers/storage/stored-file.ts';
import type { Commit } from './commits.queries.ts';

/** Where the processes keep the newest commit: outside the database, which may lose it. */
export type CommitShelf = {
  /** Null before the first one. */
  read: () => Promise<Commit | null>;
  keep: (commit: Commit) => Promise<void>;
};

/** `filesId` tells the files of this service from those of another one that had the same folder before. */
export function commitShelf(storage: Storage, filesId: string, uploadsDir: string): CommitShelf {
  const name = `marks/${filesId}-newest-commit`;
  return {
    read: async () => {
      const file = await storage.open(name);
      return file && (JSON.parse(await text(file.stream)) as Commit);
    },
    keep: async (commit) => {
      await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
      const path = join(uploadsDir, `newest-commit-${commit.process}`);
      await writeFile(path, JSON.stringify(commit), { mode: 0o600 });
      await storage.keep(name, path);
    },
  };
}
