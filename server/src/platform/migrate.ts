import { setTimeout as delay } from 'node:timers/promises';
import { CannotMigrate } from './cannot-migrate.ts';
import { type Database, inTransaction, many, one, type Transaction, WITHOUT_TIME_LIMITS } from './database.ts';
import { grantRights } from './grants.ts';
import {
  applyDefaults,
  applySqlFiles,
  isLockTrouble,
  readMigrations,
  readSqlFiles,
  runFile,
  type SqlFile,
} from './sql-files.ts';

const LOCK = 727_001;
const OLDEST_SERVER = 15;
/** For a migration that rewrites a large table, and for a node that waits for another node's. */
const QUERY_TIMEOUT_MS = 24 * 60 * 60_000;

export type Migrating = {
  /** The role of the server, which is given its rights; it is not the one that migrates. */
  appRole: string;
  /** How long a migration waits for a lock, behind which everybody else waits too, and how often it tries. */
  lockWaitMs?: number;
  lockTries?: number;
  say?: (sentence: string) => void;
};

/**
 * Applies the new migrations in order, one transaction each, as the owner of the tables. Then, in one transaction, it
 * makes the functions, views and triggers those of the files, if they are not, and gives the server's role its rights.
 * Processes that migrate at the same time take turns.
 */
export async function migrate(owner: Database, migrating: Migrating): Promise<void> {
  const { appRole } = migrating;
  const role = await requireFit(owner, appRole);
  const files = await readSqlFiles();
  for (const migration of await readMigrations())
    await patiently(owner, migration.name, migrating, async (tx) => {
      await tx.query(MIGRATIONS_TABLE);
      if (!(await isApplied(tx, migration))) {
        await applyDefaults(tx, files);
        await runFile(tx, migration, QUERY_TIMEOUT_MS);
        await noteApplied(tx, [migration]);
      }
    });
  await patiently(owner, 'server/sql', migrating, async (tx) => {
    if (!(await areLive(tx, files))) {
      await applySqlFiles(tx, files);
      await noteApplied(tx, files);
    }
    // One role for all is possible on a developer's machine; taking rights from it would take them from the owner.
    if (appRole !== role) await grantRights(tx, appRole);
  });
}

/** A migration has one row. A file of server/sql/ has one for each content that it ever had; the newest are the live ones. */
const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text not null,
  hash text not null,
  applied_at timestamptz not null default clock_timestamp(),
  primary key (name, hash)
)`;

/** Throws if the database was made by other files than ours: before the first release there is no way from those. */
async function isApplied(tx: Transaction, { name, hash }: SqlFile): Promise<boolean> {
  const { rows: columns } = await tx.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'hash'`,
  );
  if (columns.length === 0) throw new CannotMigrate(madeByAnother(name));
  const [applied] = await many<{ hash: string }>(tx, 'select hash from migrations where name = $1', [name]);
  if (applied && applied.hash !== hash) throw new CannotMigrate(madeByAnother(name));
  return applied !== undefined;
}

const madeByAnother = (name: string) =>
  `The database was made by another version of ${name}, and nothing leads from that to this one: make a new database ("npm start" makes one where its data folder is removed).`;

async function noteApplied(tx: Transaction, files: SqlFile[]): Promise<void> {
  await tx.query(
    `with moment as materialized (select clock_timestamp() as at)
      insert into migrations (name, hash, applied_at) select name, hash, at from moment, unnest($1::text[], $2::text[]) as file (name, hash)
      on conflict (name, hash) do update set applied_at = excluded.applied_at`,
    [files.map(({ name }) => name), files.map(({ hash }) => hash)],
  );
}

/** All files are applied together. After a migration they are applied again: it may have dropped what they define. */
async function areLive(tx: Transaction, files: SqlFile[]): Promise<boolean> {
  const live = await many<{ name: string; hash: string }>(
    tx,
    `select name, hash from migrations where applied_at = (select max(applied_at) from migrations) and name like 'sql/%'`,
  );
  const isLive = (file: SqlFile) => live.some(({ name, hash }) => name === file.name && hash === file.hash);
  return live.length === files.length && files.every(isLive);
}

type Fitness = { role: string; version: number; is_superuser: boolean; is_app_known: boolean };

/** Answers the owner's role. */
async function requireFit(owner: Database, appRole: string): Promise<string> {
  const { role, version, is_superuser, is_app_known } = await one<Fitness>(
    owner,
    `select current_user::text as role, current_setting('server_version_num')::int / 10000 as version,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      exists (select from pg_roles where rolname = $1) as is_app_known`,
    [appRole],
  );
  if (version < OLDEST_SERVER)
    throw new CannotMigrate(`PostgreSQL ${OLDEST_SERVER} or newer is needed; this server is ${version}.`);
  if (is_superuser)
    throw new CannotMigrate(
      `The owner ${role} is a superuser, so its functions would have no limits: docs/database-roles.md says how to make an owner.`,
    );
  if (!is_app_known)
    throw new CannotMigrate(
      `The server knows no role ${appRole}, which DATABASE_URL names: docs/database-roles.md says how to make it.`,
    );
  return role;
}

/**
 * Runs `work` in a transaction that waits for each lock only briefly: everybody who comes later waits behind it. If it
 * gets one too late, all of it is undone and tried again after a pause in which the others go on.
 */
async function patiently(
  owner: Database,
  what: string,
  { lockWaitMs = 500, lockTries = 120, say = () => {} }: Migrating,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  let waited = '';
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(owner, async (tx) => {
        await tx.query(WITHOUT_TIME_LIMITS);
        await takeTurn(tx, () => say(`${what} waits for another process that migrates.`));
        await tx.query(`set local lock_timeout = ${lockWaitMs}`);
        const stopWatching = await watch(owner, tx, lockWaitMs, (lock) => {
          if (lock === waited) return;
          waited = lock;
          say(`${what} waits for ${lock}.`);
        });
        await work(tx).finally(stopWatching);
      });
    } catch (error) {
      if (!isLockTrouble(error)) throw error;
      if (attempt >= lockTries)
        throw new CannotMigrate(
          `${what} waited ${lockTries} times in vain for ${waited || 'a lock'}. Nothing of it was done: end what holds the lock, or migrate at a quieter hour.`,
        );
      await delay(lockWaitMs);
    }
  }
}

async function takeTurn(tx: Transaction, onWaiting: () => void): Promise<void> {
  const { rows } = await tx.query<{ isOurs: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`);
  if (rows[0]?.isOurs) return;
  onWaiting();
  await tx.query(withoutTimeout(`select pg_advisory_xact_lock(${LOCK})`));
}

/** Tells, from another connection, which lock the transaction waits for and who has it. */
async function watch(owner: Database, tx: Transaction, everyMs: number, tell: (lock: string) => void) {
  const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
  const look = async () => {
    const [lock] = await many<{ what: string; holders: string }>(owner, AWAITED_LOCK, [rows[0]?.pid]);
    if (lock?.holders) tell(`a lock on ${lock.what}, which ${lock.holders} has`);
  };
  const looking = setInterval(() => void look().catch(() => {}), Math.max(20, everyMs / 4));
  return () => clearInterval(looking);
}

const AWAITED_LOCK = `select coalesce(relation::regclass::text, locktype) as what,
    (select string_agg(format('process %s (%s)', pid, usename), ', ' order by pid) from pg_stat_activity
      where pid = any(pg_blocking_pids(awaited.pid))) as holders
  from pg_locks awaited where pid = $1 and not granted`;

const withoutTimeout = (text: string) => ({ text, query_timeout: QUERY_TIMEOUT_MS });
