import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { many, type Transaction } from './database.ts';

const SERVER = new URL('../../', import.meta.url);

/** Functions that the tables' defaults call: they are there before the tables. */
const BEFORE_TABLES = 'sql/defaults.sql';

/**
 * The files of functions, views and triggers, in the order in which they need each other. Each is `create or replace`
 * throughout, so that applying it again is harmless.
 */
const SQL_FILES = [
  BEFORE_TABLES,
  'sql/append-only.sql',
  'sql/ledger.sql',
  'sql/sealed-days.sql',
  'sql/ledger-check.sql',
  'sql/statement.sql',
  'sql/idempotency.sql',
  'sql/allowances.sql',
  'sql/games.sql',
  'sql/transfers.sql',
  'sql/accounts.sql',
  'sql/staff.sql',
  'sql/campaigns.sql',
  'sql/reconciliation.sql',
  'sql/chat.sql',
  'sql/demo.sql',
];

/** `hash` tells whether the database has this content. */
export type SqlFile = { name: string; sql: string; hash: string };

/** The migrations that this version knows, in order: tables and data. Comments do not count for their hash. */
export async function readMigrations(): Promise<SqlFile[]> {
  const names = (await readdir(new URL('migrations/', SERVER))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(`migrations/${name}`, SERVER), 'utf8');
      return { name, sql, hash: hashOf(sql.replaceAll(/^\s*--.*$/gm, '').replaceAll(/\s+/g, ' ')) };
    }),
  );
}

export async function readSqlFiles(): Promise<SqlFile[]> {
  return Promise.all(
    SQL_FILES.map(async (name) => {
      const sql = await readFile(new URL(name, SERVER), 'utf8');
      return { name, sql, hash: hashOf(sql) };
    }),
  );
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the tables of a migration need. The bodies cannot be checked yet: they read the tables. */
export async function applyDefaults(tx: Transaction, files: SqlFile[]): Promise<void> {
  const sql = files.find(({ name }) => name === BEFORE_TABLES)?.sql ?? '';
  await tx.query(`set local check_function_bodies = off; ${sql}; set local check_function_bodies = on`);
}

/** Applies the files `due`, then drops what none of all `files` defines any more. */
export async function applySqlFiles(tx: Transaction, files: SqlFile[], due: SqlFile[]): Promise<void> {
  for (const { sql } of due) await tx.query(sql);
  const dropping = await many<{ statement: string }>(tx, NO_LONGER_DEFINED, Object.values(definedIn(files)));
  for (const { statement } of dropping) await tx.query(statement);
}

/** The names that the files define; a trigger as `table.name`. */
export function definedIn(files: SqlFile[]) {
  const text = files.map(({ sql }) => sql).join('\n');
  const named = (pattern: RegExp, name: (found: RegExpExecArray) => string) => [...text.matchAll(pattern)].map(name);
  return {
    routines: named(/^create or replace (?:function|procedure) (\w+)/gm, ([, name = '']) => name),
    views: named(/^create or replace view (\w+)/gm, ([, name = '']) => name),
    triggers: named(/^create or replace trigger (\w+)\s[^;]*?\son (\w+)\s/gm, ([, name, table]) => `${table}.${name}`),
  };
}

/** A routine that got other parameters is another routine: the one that this transaction did not write goes. */
const NO_LONGER_DEFINED = `
  select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and not relispartition
      and relname || '.' || tgname <> all ($3)
  union all
  select format('drop view %s cascade', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and relname <> all ($2)
  union all
  select format('drop routine %s', oid::regprocedure) from pg_proc old
    where pronamespace = 'public'::regnamespace and (proname <> all ($1)
      or (xmin <> pg_current_xact_id()::xid and exists (
        select from pg_proc new where new.pronamespace = old.pronamespace and new.proname = old.proname
          and new.xmin = pg_current_xact_id()::xid)))`;
