import { expect, test, vi } from 'vitest';
import { ROLES } from '../../../launch/roles.ts';
import { BY_ITSELF, cloneDatabase, spawnProduct } from '../../test/harness.ts';
import { excessOfRights, requireKnownSchema } from './known-schema.ts';
import { CannotMigrate, migrate } from './migrate.ts';
import { definedIn, readMigrations, readSqlFiles } from './sql-files.ts';

const database = await cloneDatabase();
const { db, owner } = database;
const migrations = await readMigrations();
const files = await readSqlFiles();
const names = [...migrations, ...files].map(({ name }) => name);
const AS_USUAL = { appRole: ROLES.app };

async function applied() {
  return (await db.query('select name, hash, applied_at from migrations order by applied_at')).rows;
}

test('processes that migrate an empty database together apply each file once', async () => {
  await owner.query('drop schema public cascade; create schema public');
  await Promise.all(Array.from({ length: 4 }, () => migrate(owner, AS_USUAL)));
  expect((await applied()).map(({ name }) => name)).toEqual(names);
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
});

test('the server does not migrate: it takes a newer database, and refuses one that is older, is empty, or gave it no rights', async () => {
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
});

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

/** What the database has of a function: its parameters and body. */
const functionsNamed = async (client: typeof owner, name: string) =>
  (
    await client.query<{ given: string; body: string }>(
      'select pg_get_function_identity_arguments(oid) as given, prosrc as body from pg_proc where proname = $1',
      [name],
    )
  ).rows;

test('a file whose content is not the live one is applied again; the others are left alone', async () => {
  const { owner: changed } = await cloneDatabase();
  const live = await functionsNamed(changed, 'transfer_key');
  await changed.query(`create or replace function transfer_key(p_member_id text, p_id uuid, p_position integer,
    p_step text) returns text language sql immutable as $$ select 'of another version' $$`);
  await changed.query(`update migrations set hash = 'of another version' where name = 'sql/transfers.sql'`);
  const before = (await changed.query('select name, applied_at from migrations')).rows;
  await migrate(changed, AS_USUAL);
  expect(await functionsNamed(changed, 'transfer_key')).toEqual(live);
  const after = (
    await changed.query('select name, applied_at from migrations where hash <> $1', ['of another version'])
  ).rows;
  const again = after.filter(
    (file) => !before.some(({ name, applied_at }) => name === file.name && +applied_at === +file.applied_at),
  );
  expect(again.map(({ name }) => name)).toEqual(['sql/transfers.sql']);
});

test('what no file defines any more is dropped, also a function that now has other parameters', async () => {
  const { owner: old } = await cloneDatabase();
  const live = await functionsNamed(old, 'transfer_key');
  await old.query(`
    create function left_over() returns void language sql as '';
    create view left_over_view as select 1 as one;
    create trigger left_over before insert on notices for each row execute function refuse_change();
    create function transfer_key(p_earlier_parameter text) returns text language sql as 'select p_earlier_parameter';
    update migrations set hash = 'of another version' where name = 'sql/transfers.sql'`);
  await migrate(old, AS_USUAL);
  expect(await functionsNamed(old, 'transfer_key')).toEqual(live);
  expect(await functionsNamed(old, 'left_over')).toEqual([]);
  const sql = `select relname from pg_class where relname = 'left_over_view'
    union all select tgname from pg_trigger where tgname = 'left_over'`;
  expect((await old.query(sql)).rows).toEqual([]);
});

test('each function, view and trigger of the database is defined in exactly one file, and once in it', async () => {
  const { db: fresh } = await cloneDatabase();
  const namesOf = async (sql: string) => (await fresh.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const { routines, views, triggers } = definedIn(files);
  expect(routines.toSorted()).toEqual(
    (await namesOf(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`)).toSorted(),
  );
  expect(views.toSorted()).toEqual(
    (await namesOf(`select viewname as name from pg_views where schemaname = 'public'`)).toSorted(),
  );
  expect(triggers.toSorted()).toEqual(
    (
      await namesOf(`select relname || '.' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = 'public'::regnamespace and not tgisinternal and not relispartition`)
    ).toSorted(),
  );
  expect(routines.length).toBeGreaterThan(50);
});

test('the body of each function in the database is the text of its file, which the architecture tests read', async () => {
  const { db: fresh } = await cloneDatabase();
  const { rows } = await fresh.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const elsewhere = rows.filter(({ body }) => !files.some(({ sql }) => sql.includes(body)));
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});
