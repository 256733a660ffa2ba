import pg from 'pg';
import { many, maybeOne, type Queryable } from './database.ts';
import { readMigrations, readSqlFiles, type SqlFile } from './sql-files.ts';

/** A database on which this version does not work: the message is the whole sentence that is shown. */
export class UnknownSchema extends Error {}

const NO_SUCH_TABLE = '42P01';
const NO_SUCH_COLUMN = '42703';
const NO_RIGHTS = '42501';

/**
 * Refuses a database that this version's migrations have not reached: neither the server nor the operators' command
 * migrates. One that is newer is taken: each migration suits the version before it, which runs on until its nodes are
 * replaced one by one.
 */
export async function requireKnownSchema(db: Queryable): Promise<void> {
  const known = [...(await readMigrations()), ...(await readSqlFiles())];
  const applied = await appliedIn(db);
  const missing = known.find(({ name, hash }) => !applied.some((file) => file.name === name && file.hash === hash));
  if (missing)
    throw new UnknownSchema(
      `The database is older than this version, it lacks ${missing.name}: run "npm run migrate" first.`,
    );
}

async function appliedIn(db: Queryable): Promise<Pick<SqlFile, 'name' | 'hash'>[]> {
  try {
    return await many(db, 'select name, hash from migrations');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === NO_SUCH_TABLE || error.code === NO_SUCH_COLUMN) return [];
    if (error.code === NO_RIGHTS)
      throw new UnknownSchema(
        `The role of DATABASE_URL has no rights on its database: "npm run migrate" gives them to it.`,
      );
    throw error;
  }
}

/** Why the server's role could do more than it needs, in a sentence; null if it could not. */
export async function excessOfRights(db: Queryable, name = 'DATABASE_URL'): Promise<string | null> {
  const excess = await maybeOne<{ role: string }>(
    db,
    `select current_user::text as role from pg_class where oid = 'ledger_postings'::regclass
      and (pg_has_role(relowner, 'MEMBER') or has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`,
  );
  if (!excess) return null;
  return `The role ${excess.role} of ${name} could rewrite the books: give the server one of its own (docs/database-roles.md).`;
}
