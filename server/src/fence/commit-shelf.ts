import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import type { Queryable } from '../platform/database.ts';
import { knownMark, requireSameFiles } from '../providers/storage/same-files.ts';
import { openStorage } from '../providers/storage/storage.ts';
import type { Storage } from '../providers/storage/stored-file.ts';
import type { Commit } from './commits.queries.ts';

/** Where the processes keep the newest commit: outside the database, which may lose it. */
export type CommitShelf = {
  /** Null before the first one. */
  read: () => Promise<Commit | null>;
  keep: (commit: Commit) => Promise<void>;
};

/** The message is the whole sentence that is shown. */
export class NoShelf extends Error {}

/** Members wait longer for their files than the newest commit can wait. */
const PATIENCE_MS = 2_000;

/** Beside members' files, where processes share them; null where a laptop has them. For nodes and workers. */
export async function openShelf(config: Config, db: Queryable): Promise<CommitShelf | null> {
  if (!sharesFiles(config)) return null;
  const storage = await impatientStorage(config);
  return commitShelf(storage, await requireSameFiles(db, storage, config.uploadsDir), config.uploadsDir);
}

/** The same for a command of operators, which leaves no mark, and may be typed where there are no files; null there too. */
export async function findShelf(config: Config, db: Queryable): Promise<CommitShelf | null> {
  const filesId = sharesFiles(config) ? await knownMark(db) : null;
  return filesId === null ? null : commitShelf(await impatientStorage(config), filesId, config.uploadsDir);
}

const sharesFiles = ({ isProduction, s3 }: Config) => isProduction || s3.url !== '';

const impatientStorage = ({ mediaDir, s3 }: Config) =>
  openStorage({ mediaDir, s3: { ...s3, timeoutMs: Math.min(s3.timeoutMs, PATIENCE_MS) } });

/** `filesId` tells the files of this service from those of another one that had the same folder before. */
export function commitShelf(storage: Storage, filesId: string, uploadsDir: string): CommitShelf {
  const name = `marks/${filesId}-newest-commit`;
  return {
    read: async () => {
      const file = await storage.open(name);
      if (!file) return null;
      const timeUp = setTimeout(() => file.stream.destroy(new Error(`${name} is not read to its end`)), PATIENCE_MS);
      const found = await text(file.stream).finally(() => clearTimeout(timeUp));
      return commitIn(found) ?? refuse(name);
    },
    keep: async (commit) => {
      await mkdir(uploadsDir, { recursive: true, mode: 0o700 });
      const path = join(uploadsDir, `newest-commit-${commit.process}`);
      await writeFile(path, JSON.stringify(commit), { mode: 0o600 });
      await storage.keep(name, path);
    },
  };
}

function refuse(name: string): never {
  throw new NoShelf(
    `The newest commit that was kept, ${name} beside members' files, is damaged, so nobody knows whether the database has ` +
      'all that was committed. A process that runs writes it anew; if none does, compare as after a restored backup, then delete it.',
  );
}

function commitIn(found: string): Commit | null {
  try {
    const { process, beat, compared, at } = JSON.parse(found) as Partial<Commit>;
    const isWhole = [beat, compared].every((number) => Number.isSafeInteger(number) && Number(number) < 2 ** 31);
    const isNamed = /^[0-9a-f-]{36}$/.test(String(process)) && !Number.isNaN(Date.parse(String(at)));
    return isWhole && isNamed ? ({ process, beat, compared, at } as Commit) : null;
  } catch {
    return null;
  }
}
