import { readdir, readFile } from 'node:fs/promises';
import { expect, inject, test, vi } from 'vitest';
import { ROLES, takeOver } from '../../../launch/roles.ts';
import { atTheEnd } from '../../test/at-the-end.ts';
import { BY_ITSELF, cloneDatabase, newMember, spawnProduct } from '../../test/harness.ts';
import { post, problems } from '../ledger/ledger.ts';
import { openDatabase } from './database.ts';
import { excessOfRights, requireKnownSchema } from './known-schema.ts';
import { CannotMigrate, migrate } from './migrate.ts';

const database = await cloneDatabase();
const { db, owner } = database;
const FOLDER = new URL('../../migrations/', import.meta.url);
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
const AS_USUAL = { appRole: ROLES.app };

async function applied() {
  return (await db.query('select name, applied_at from migrations order by name')).rows;
}

test('nodes that boot together on an empty database apply each migration once', async () => {
  await owner.query('drop schema public cascade; create schema public');
  await Promise.all(Array.from({ length: 4 }, () => migrate(owner, AS_USUAL)));
  expect((await applied()).map(({ name }) => name)).toEqual(files);
});

test('a second start changes nothing', async () => {
  const before = await applied();
  await migrate(owner, AS_USUAL);
  expect(await applied()).toEqual(before);
});

/** Somebody who has the lock that every migration needs, until `work` is done. */
async function withLock(work: (letGo: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const holder = await owner.connect();
  await holder.query('begin; lock table migrations in share row exclusive mode');
  await work(() => holder.query('rollback')).finally(() => holder.query('rollback').then(() => holder.release()));
}

test('a migration that needs a lock says who has it, tries again and again, and goes on once it is free', async () => {
  const before = await applied();
  const said: string[] = [];
  await withLock(async (letGo) => {
    const say = (sentence: string) => said.push(sentence);
    const migrating = migrate(owner, { ...AS_USUAL, lockWaitMs: 100, lockTries: 100_000, say });
    await vi.waitFor(() => expect(said).not.toEqual([]), BY_ITSELF);
    await letGo();
    await migrating;
  });
  expect(said).toEqual([
    expect.stringMatching(/^\w+\.sql waits for a lock on migrations, which process \d+ \(krapao_owner\) has\.$/),
  ]);
  expect(await applied()).toEqual(before);
});

test('a migration that gets no lock in all its tries does nothing, says so and ends', async () => {
  await withLock(async () => {
    const migrating = migrate(owner, { ...AS_USUAL, lockWaitMs: 100, lockTries: 2 });
    await expect(migrating).rejects.toThrow(/^\w+\.sql waited 2 times in vain for a lock.*Nothing of it was done/);
    await expect(migrating).rejects.toThrow(CannotMigrate);
  });
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
  await owner.query(`insert into migrations (name) values ('9999_later.sql')`);
  await expect(requireKnownSchema(db)).resolves.toBeUndefined();
  await owner.query(`delete from migrations where name in ('9999_later.sql', $1)`, [files.at(-1)]);
  await expect(requireKnownSchema(db)).rejects.toThrow(`lacks ${files.at(-1)}: run "npm run migrate" first.`);
  await expect(spawnProduct(database)).rejects.toThrow(`lacks ${files.at(-1)}: run "npm run migrate" first.`);
  await owner.query(`revoke select on migrations from ${ROLES.app}`);
  await expect(requireKnownSchema(db)).rejects.toThrow('has no rights on its database: "npm run migrate"');
  await owner.query('drop table migrations');
  await expect(requireKnownSchema(db)).rejects.toThrow(`lacks ${files[0]}`);
});

test('a database that a superuser made is taken over by its owner, and then serves the server', async () => {
  const old = await cloneDatabase();
  const { pathname } = new URL(old.url);
  const superuserUrl = Object.assign(new URL(inject('postgresUrl')), { pathname }).href;
  const asSuperuser = openDatabase(superuserUrl, 2);
  atTheEnd(() => asSuperuser.end());
  await asSuperuser.query(`alter database ${pathname.slice(1)} owner to current_user;
    drop schema public cascade; create schema public authorization pg_database_owner;
    grant usage on schema public to public;
    create table migrations (name text primary key, applied_at timestamptz not null default now())`);
  for (const name of files.filter((file) => file < '0029')) {
    await asSuperuser.query(await readFile(new URL(name, FOLDER), 'utf8'));
    await asSuperuser.query('insert into migrations (name) values ($1)', [name]);
  }
  await expect(migrate(asSuperuser, AS_USUAL)).rejects.toThrow(/^The owner \w+ is a superuser/);
  await expect(migrate(old.owner, AS_USUAL)).rejects.toMatchObject({ code: '42501' });

  const client = await asSuperuser.connect();
  for (const _ of ['once', 'again']) await takeOver(client, 'owner');
  client.release();
  await migrate(old.owner, AS_USUAL);
  const sql = `select 'relation' as what, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> '${ROLES.owner}'::regrole
    union all select 'function', proname from pg_proc
      where pronamespace = 'public'::regnamespace and proowner <> '${ROLES.owner}'::regrole`;
  expect((await old.owner.query(sql)).rows).toEqual([]);
  const { id: memberId } = await newMember({ db: old.db, edition: 'th' });
  const booking = { key: 'open/1', reason: 'test', memberId, currency: 'BAHT', amount: 1n } as const;
  await post(old.db, { ...booking, from: 'house:demo', to: 'main' });
  expect(await problems(old.db)).toEqual([]);
});
