import { readdir, readFile } from 'node:fs/promises';
import { type Database, inTransaction, WITHOUT_TIME_LIMITS } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const LOCK = 727_001;
const OLDEST_SERVER = 15;

/** Applies the new migrations in order, one transaction each. Nodes that boot together take turns. */
export async function migrate(db: Database): Promise<void> {
  const { rows } = await db.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER)
    throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed; this server is ${version}.`);
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8');
    await inTransaction(db, async (tx) => {
      await tx.query(WITHOUT_TIME_LIMITS);
      await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
      await tx.query(
        'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
      );
      const done = await tx.query('insert into migrations (name) values ($1) on conflict do nothing', [name]);
      if (done.rowCount === 1) await tx.query(sql);
    });
  }
}
