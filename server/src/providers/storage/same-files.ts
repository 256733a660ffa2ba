import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maybeOne, type Queryable } from '../../platform/database.ts';
import type { Storage } from './stored-file.ts';

/** The message is the whole sentence that is shown. */
export class OtherFiles extends Error {}

const markNamed = (id: string) => `marks/${id}`;

/**
 * Refuses to start where a node sees other files than the nodes before it: members' slips and messages would be there for
 * one node and gone for the next. The first node leaves the mark by which the others know; of two first ones, the one
 * whose row is there counts. Answers the mark's id.
 */
export async function requireSameFiles(db: Queryable, storage: Storage, folder: string): Promise<string> {
  const id = (await knownMark(db)) ?? (await leaveMark(db, storage, folder));
  const mark = await storage.open(markNamed(id));
  if (mark === null)
    throw new OtherFiles(
      `This node does not see the files of the others, it lacks ${markNamed(id)}: MEDIA_DIR or S3_URL must be the same for all nodes.`,
    );
  mark.stream.destroy();
  return id;
}

/** Null before the first node. */
export async function knownMark(db: Queryable): Promise<string | null> {
  return (await maybeOne<{ id: string }>(db, 'select id from storage_marker'))?.id ?? null;
}

/** The file first: a node that dies in between leaves a file that nothing asks for, never a row without its file. */
async function leaveMark(db: Queryable, storage: Storage, folder: string): Promise<string> {
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, id);
  await writeFile(path, `${id}\n`, { mode: 0o600 });
  await storage.keep(markNamed(id), path);
  await db.query('insert into storage_marker (id) values ($1) on conflict do nothing', [id]);
  return (await knownMark(db)) ?? id;
}
