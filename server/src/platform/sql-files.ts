import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { CannotMigrate } from './cannot-migrate.ts';
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
  'sql/standstill.sql',
  'sql/ledger.sql',
  'sql/sealed-days.sql',
  'sql/ledger-check.sql',
  'sql/statement.sql',
  'sql/idempotency.sql',
  'sql/allowances.sql',
  'sql/games.sql',
  'sql/fetches.sql',
  'sql/transfers.sql',
  'sql/accounts.sql',
  'sql/clock.sql',
  'sql/staff.sql',
  'sql/campaigns.sql',
  'sql/invites.sql',
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
      return { name, sql, hash: hashOf(sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()) };
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

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const NO_RIGHTS = '42501';

/** The transaction is to be tried again as a whole. */
export function isLockTrouble(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);
}

/** Runs the text of a file. What is wrong with it is said with the file and the line. */
export async function runFile(tx: Transaction, { name, sql }: SqlFile, queryTimeoutMs?: number): Promise<void> {
  try {
    await tx.query({ text: sql, ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }) });
  } catch (error) {
    const isOfFile = error instanceof pg.DatabaseError && error.code !== NO_RIGHTS && !isLockTrouble(error);
    if (!isOfFile) throw error;
    const line = error.position ? `:${sql.slice(0, Number(error.position)).split('\n').length}` : '';
    const detail = error.detail ? ` (${error.detail})` : '';
    throw new CannotMigrate(`server/${name}${line}: ${error.message}${detail}. Nothing of it was applied.`);
  }
}

/**
 * Makes the functions, views and triggers of the database those of the files. Each is replaced, as far as PostgreSQL can:
 * nodes that run meanwhile do not notice. Where it cannot (another type of result, another column of a view), all of
 * them are made anew. What no file defines goes.
 */
export async function applySqlFiles(tx: Transaction, files: SqlFile[]): Promise<void> {
  const before = await many<Made>(tx, MADE);
  await tx.query('savepoint as_before');
  try {
    for (const file of files) await runFile(tx, file);
  } catch (error) {
    if (!(error instanceof CannotMigrate)) throw error;
    await tx.query('rollback to savepoint as_before');
    await drop(
      tx,
      before.filter(({ kind, isNeededByTable }) => kind !== 'trigger' && !isNeededByTable),
    );
    for (const file of files) await runFile(tx, file);
  }
  const unchanged = new Set(before.map(({ version }) => version));
  await drop(
    tx,
    (await many<Made>(tx, MADE)).filter(({ version }) => unchanged.has(version)),
  );
}

/** `version` is another one after each replacing. Triggers, defaults, checks and indexes are the tables' own. */
type Made = { kind: 'trigger' | 'view' | 'routine'; name: string; version: string; isNeededByTable: boolean };

const MADE = `
  select 'trigger' as kind, format('%I on %s', tgname, tgrelid::regclass) as name, 'trigger ' || made.oid || ' ' || made.xmin as version,
      true as "isNeededByTable"
    from pg_trigger made join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
  union all
  select 'view', made.oid::regclass::text, 'view ' || made.oid || ' ' || made.xmin, false
    from pg_class made where relnamespace = 'public'::regnamespace and relkind = 'v' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = made.oid and deptype = 'e')
  union all
  select 'routine', made.oid::regprocedure::text, 'routine ' || made.oid || ' ' || made.xmin, exists (
      select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = made.oid
        and classid in ('pg_trigger'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass))
    from pg_proc made where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = made.oid and deptype = 'e')`;

async function drop(tx: Transaction, made: Made[]): Promise<void> {
  const named = (kind: Made['kind']) => made.filter((one) => one.kind === kind).map(({ name }) => name);
  for (const trigger of named('trigger')) await tx.query(`drop trigger ${trigger}`);
  // In one statement, because they may need each other.
  for (const kind of ['view', 'routine'] as const)
    if (named(kind).length > 0) await tx.query(`drop ${kind} ${named(kind).join(', ')}`);
}
