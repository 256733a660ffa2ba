import { expect, test, vi } from 'vitest';
import { ROLES } from '../../../launch/roles.ts';
import { IN_FULL } from '../../../world/tier.ts';
import { BY_ITSELF, cloneDatabase, spawnProduct } from '../../test/harness.ts';
import { CannotMigrate } from './cannot-migrate.ts';
import { inTransaction } from './database.ts';
import { excessOfRights, requireKnownSchema } from './known-schema.ts';
import { migrate } from './migrate.ts';
import { applySqlFiles, readMigrations, readSqlFiles } from './sql-files.ts';

const database = await cloneDatabase();
const { db, owner } = database;
const migrations = await readMigrations();
const files = await readSqlFiles();
const names = [...migrations, ...files].map(({ name }) => name);
const AS_USUAL = { appRole: ROLES.app };

async function applied() {
  return (await db.query('select name, hash, applied_at from migrations order by applied_at')).rows;
}

test('processes that migrate an empty database together apply each file once', IN_FULL, async () => {
  await owner.query('drop schema public cascade; create schema public');
  await Promise.all(Array.from({ length: 4 }, () => migrate(owner, AS_USUAL)));
  expect((await applied()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('a second start changes nothing', async () => {
  const before = await applied();
  await migrate(owner, AS_USUAL);
  expect(await applied()).toEqual(before);
});

/** A file is due, and another process has the lock that applying it needs, until `work` is done. */
async function withLock(work: (letGo: () => Promise<unknown>) => Promise<void>): Promise<void> {
  await owner.query(`delete from migrations where name = 'sql/transfers.sql'`);
  const holder = await owner.connect();
  await holder.query('begin; lock table migrations in share row exclusive mode');
  await work(() => holder.query('rollback')).finally(() => holder.query('rollback').then(() => holder.release()));
}

test('a migration that needs a lock says who has it, tries again and again, and goes on once it is free', async () => {
  const said: string[] = [];
  await withLock(async (letGo) => {
    const say = (sentence: string) => said.push(sentence);
    const migrating = migrate(owner, { ...AS_USUAL, lockWaitMs: 100, lockTries: 100_000, say });
    await vi.waitFor(() => expect(said).not.toEqual([]), BY_ITSELF);
    await letGo();
    await migrating;
  });
  expect(said).toEqual([
    expect.stringMatching(/^server\/sql waits for a lock on migrations, which process \d+ \(krapao_owner\) has\.$/),
  ]);
  expect((await applied()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('a migration that gets no lock in all its tries does nothing, says so and ends', async () => {
  await withLock(async () => {
    const migrating = migrate(owner, { ...AS_USUAL, lockWaitMs: 100, lockTries: 2 });
    await expect(migrating).rejects.toThrow(/^server\/sql waited 2 times in vain for a lock.*Nothing of it was done/);
    await expect(migrating).rejects.toThrow(CannotMigrate);
  });
  await migrate(owner, AS_USUAL);
});

test('a role that the database server does not know is named before anything is done', async () => {
  const migrating = migrate(owner, { appRole: 'krapao_apt' });
  await expect(migrating).rejects.toThrow(/^The server knows no role krapao_apt, which DATABASE_URL names/);
});

test('the server and the owner each know whether they can rewrite the books', async () => {
  expect(await excessOfRights(db)).toBeNull();
  expect(await excessOfRights(owner)).toMatch(/^The role krapao_owner of DATABASE_URL could rewrite the books/);
  const production = { NODE_ENV: 'production', CREDENTIALS_KEY: 'kept by this test alone, 0123456789abcdef' };
  await expect(spawnProduct({ url: database.ownerUrl, db }, production)).rejects.toThrow(
    'krapao_owner of DATABASE_URL could rewrite the books',
  );
  const replica = { ...production, DATABASE_REPLICA_URL: database.ownerUrl };
  await expect(spawnProduct({ url: database.url, db }, replica)).rejects.toThrow(
    'krapao_owner of DATABASE_REPLICA_URL could rewrite the books',
  );
});

test(
  'the server does not migrate: it takes a newer database, and refuses one that is older, is empty, or gave it no rights',
  IN_FULL,
  async () => {
    await expect(requireKnownSchema(db)).resolves.toBeUndefined();
    await owner.query(`insert into migrations (name, hash) values ('9999_later.sql', ''), ('sql/ledger.sql', 'newer')`);
    await expect(requireKnownSchema(db)).resolves.toBeUndefined();
    await owner.query(`delete from migrations where name = $1`, [names.at(-1)]);
    await expect(requireKnownSchema(db)).rejects.toThrow(`lacks ${names.at(-1)}: run "npm run migrate" first.`);
    await expect(spawnProduct(database)).rejects.toThrow(`lacks ${names.at(-1)}: run "npm run migrate" first.`);
    await owner.query(`revoke select on migrations from ${ROLES.app}`);
    await expect(requireKnownSchema(db)).rejects.toThrow('has no rights on its database: "npm run migrate"');
    await owner.query('drop table migrations');
    await expect(requireKnownSchema(db)).rejects.toThrow(`lacks ${names[0]}`);
  },
);

const MADE_BY_ANOTHER =
  /^The database was made by another version of 0001_baseline\.sql, and nothing leads from that to this one: make a new/;

test('a database that was made by another baseline is refused, and nothing in it changes', async () => {
  const { owner: other } = await cloneDatabase();
  await other.query(`update migrations set hash = 'another' where name = '0001_baseline.sql'`);
  await other.query('drop view book_differences');
  await expect(migrate(other, AS_USUAL)).rejects.toThrow(MADE_BY_ANOTHER);
  expect((await other.query(`select to_regclass('book_differences') as view`)).rows).toEqual([{ view: null }]);
});

test('a database from before there was a baseline is refused', async () => {
  const { owner: old } = await cloneDatabase();
  await old.query(`drop schema public cascade; create schema public;
    create table migrations (name text primary key, applied_at timestamptz not null default now());
    insert into migrations (name) values ('0001_platform.sql')`);
  await expect(migrate(old, AS_USUAL)).rejects.toThrow(MADE_BY_ANOTHER);
});

/** The definitions that migrating makes in a new database, also the bodies. */
const definitionsOf = async (client: typeof owner) =>
  (
    await client.query<{ definition: string }>(`
      select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
      union all select viewname || ' ' || definition from pg_views where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select proname || ' ' || proacl::text from pg_proc where pronamespace = 'public'::regnamespace
      union all select relname || ' ' || relacl::text from pg_class where relnamespace = 'public'::regnamespace
      order by 1`)
  ).rows.map(({ definition }) => definition);
const migrated = await definitionsOf((await cloneDatabase()).owner);
const makeDue = `update migrations set hash = 'of another version' where name = 'sql/transfers.sql'`;

test.each<[what: string, before: string]>([
  [
    'a function with another body',
    `create or replace function transfer_key(p_member_id text, p_id uuid, p_position integer, p_step text) returns text
      language sql immutable as $$ select 'of another version' $$`,
  ],
  [
    'a function with other parameters',
    `create function transfer_key(earlier text) returns text language sql as 'select earlier'`,
  ],
  [
    'a function with other names of its parameters',
    `drop function transfer_hold; create function transfer_hold(a transfer_legs, b text) returns text language sql as 'select b'`,
  ],
  [
    'a function with another result',
    `drop function money_bindings cascade; create function money_bindings(p_member_id text) returns table (one integer)
      language sql as 'select 1'`,
  ],
  [
    'a procedure that is now a function',
    `drop function transfer_hold; create procedure transfer_hold(p_leg transfer_legs, p_currency text) language sql as ''`,
  ],
  ['a view with a column of another name', 'alter view audit_problems rename column id to earlier'],
  [
    'a view with other columns',
    `drop view if exists house_balances cascade; create view house_balances as select 1 as one, 2 as two`,
  ],
  [
    'views that need a function with fewer parameters',
    `create view needs_both as select audit_hash(null::audit_log, null) as hash, transfer_key('a', null, 1, 'b') as key`,
  ],
  [
    'views that need each other and are no longer defined',
    `create view left_over as select 1 as one; create view a_user as select * from left_over`,
  ],
  [
    'a trigger, its function and one of a partition that are no longer defined',
    `create function left_over() returns trigger language plpgsql as 'begin return new; end';
      create trigger left_over before insert on notices for each row execute function left_over();
      create trigger left_over before insert on ledger_postings_3 for each row execute function left_over()`,
  ],
  ['a view that is missing', `drop view book_differences cascade`],
])('a database with the definitions of another version gets those of this one: %s', async (_what, before) => {
  const { owner: old } = await cloneDatabase();
  await old.query(`${before}; ${makeDue}`);
  expect(await definitionsOf(old)).not.toEqual(migrated);
  await migrate(old, AS_USUAL);
  expect(await definitionsOf(old)).toEqual(migrated);
});

test('the functions of a file that this version does not have are dropped', async () => {
  const { owner: old } = await cloneDatabase();
  await old.query(`create function left_over() returns void language sql as '';
    insert into migrations (name, hash, applied_at) select 'sql/left-over.sql', 'any', max(applied_at) from migrations`);
  await migrate(old, AS_USUAL);
  expect(await definitionsOf(old)).toEqual(migrated);
});

test('a file that PostgreSQL refuses is named with the line, and nothing of any file is applied', async () => {
  const { owner: old } = await cloneDatabase();
  const chat = files.findIndex(({ name }) => name === 'sql/chat.sql');
  const broken = files.with(chat, { name: 'sql/chat.sql', sql: 'select 1;\nselect 2;\ncreate iff', hash: 'broken' });
  const left = `create function left_over() returns void language sql as ''`;
  await expect(inTransaction(old, (tx) => tx.query(left).then(() => applySqlFiles(tx, broken)))).rejects.toThrow(
    'server/sql/chat.sql:3: syntax error at or near "iff". Nothing of it was applied.',
  );
  expect(await definitionsOf(old)).toEqual(migrated);
});

test('what an extension brought into the schema stays', async () => {
  const { owner: old } = await cloneDatabase();
  await old.query(`create extension tsm_system_rows schema public; ${makeDue}`);
  await migrate(old, AS_USUAL);
  expect((await old.query(`select from pg_proc where proname = 'system_rows'`)).rowCount).toBe(1);
});

test('the body of each function in the database is the text of its file, which the architecture tests read', async () => {
  const { db: fresh } = await cloneDatabase();
  const { rows } = await fresh.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const elsewhere = rows.filter(({ body }) => !files.some(({ sql }) => sql.includes(body)));
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});
