import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, expect, inject, test } from 'vitest';
import { freePort } from '../../../launch/ports.ts';
import { startBucket } from '../../../world/bucket.ts';
import { execute, newDatabase } from '../../../world/databases.ts';
import { openSandbox } from '../../../world/shared-sandbox.ts';
import { sayAs } from '../../test/as-operators.ts';
import { atTheEnd } from '../../test/at-the-end.ts';
import {
  newMember,
  newPlayer,
  PATIENT,
  SOON,
  startProduct,
  statementOf,
  transfer,
  withdraw,
} from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { takeDueWithdrawals } from '../money/withdrawals/withdrawals.queries.ts';
import { type Database, many, one, openDatabase } from '../platform/database.ts';
import { folderStorage } from '../providers/storage/folder.ts';
import { openStorage } from '../providers/storage/storage.ts';
import { type CommitShelf, commitShelf, findShelf, openShelf } from './commit-shelf.ts';
import { standsStill } from './commits.queries.ts';
import { openFence } from './fence.ts';

const parts = { defer: atTheEnd };
const superuser = inject('postgresUrl');
const folder = await mkdtemp(join(tmpdir(), 'krapao-fence-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const SILENT = fastify({ logger: false }).log;
const STILL = { status: 503, body: { message: 'MONEY_STANDS_STILL' } };
const hears = (told: string[]) => ({ ...SILENT, error: (sentence: string) => told.push(sentence) }) as typeof SILENT;
const newShelf = () => commitShelf(folderStorage(join(folder, randomUUID())), randomUUID(), folder);
const nameIn = (url: string) => new URL(url).pathname.slice(1);
const copyOf = (url: string) => newDatabase(parts, superuser, nameIn(url));

/** What is connected to the database is cut off, and whatever connects again comes to the other one. */
async function leadTo(url: string, otherUrl: string): Promise<void> {
  const [name, other] = [nameIn(url), nameIn(otherUrl)];
  await execute(
    superuser,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${name}_aside`,
    `alter database ${other} rename to ${name}`,
    `alter database ${name}_aside rename to ${other}`,
    `alter database ${other} allow_connections true`,
  );
}

/** The other processes have not heard of the end. They commit before each look of this process, so each look finds a new commit. */
function withNewsAtEachLook(shelf: CommitShelf): CommitShelf {
  const process = randomUUID();
  let beat = 1_000;
  return {
    ...shelf,
    read: async () => {
      const kept = await shelf.read();
      return kept?.compared === 0 ? { ...kept, process, beat: ++beat } : kept;
    },
  };
}

/** A process on its own connections. `stop` leaves the database as a process that is killed would. */
async function startFenced(url: string, shelf: CommitShelf) {
  const fence = openFence();
  const db = openDatabase(url, 4, fence.admit);
  let ending: Promise<void> | undefined;
  const stop = () => {
    ending ??= db.end();
    return ending;
  };
  atTheEnd(stop);
  await fence.begin(db, shelf);
  return { fence, db, stop };
}

const isStill = (db: Database) => standsStill(db).catch(() => null);

/** Until the shelf has something that was committed after all that is committed now. */
async function everythingIsKept(db: Database, shelf: CommitShelf): Promise<void> {
  const { now } = await one<{ now: Date }>(db, 'select clock_timestamp() as now');
  await expect.poll(async () => new Date((await shelf.read())?.at ?? 0) > now, SOON).toBe(true);
}

const end = (db: Database) =>
  db.query(
    `update standstills set ended_at = now(), ended_by = 'a test', ended_how = 'compared' where ended_at is null`,
  );

/** The product with its outside world; `shutDown` lets the database be copied. */
async function startFencedProduct(url: string, shelf: CommitShelf, environment: Record<string, string>) {
  const { db, fence, stop } = await startFenced(url, shelf);
  const product = await startProduct({ url, db }, environment, fence);
  const shutDown = async () => {
    await product.app.close();
    await stop();
  };
  return { product, db, shutDown };
}

test('a primary that lacks what was committed moves nothing, shows everything, and goes on when two operators say so', async () => {
  const { url, sandboxUrl } = await copyOf(`postgres://host/${inject('templateName')}`);
  const [port, sandboxPort, shelf] = [await freePort(), await freePort(), newShelf()];
  const place = { databaseUrl: url, sandboxDatabaseUrl: sandboxUrl, port, sandboxPort };
  const sandbox = await openSandbox(parts, place);
  const environment = { ...PATIENT, PORT: String(port), SANDBOX_URL: sandbox.url, ROLE: 'api' };
  const before = await startFencedProduct(url, shelf, environment);
  const member = await newPlayer(before.product, { wallet: 5_000, pg: 10 });
  const asked = randomUUID();
  expect((await withdraw(before.product, member, 300, { key: asked })).status).toBe(200);
  const [known, key] = [{ from: 'wallet', to: 'pg', amount: 20 }, randomUUID()];
  const { status, body } = await transfer(before.product, member, known, key);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
  await before.shutDown();
  const slept = await copyOf(url);

  const { product, db } = await startFencedProduct(url, shelf, environment);
  expect((await transfer(product, member, { from: 'wallet', to: 'pg', amount: 100 })).status).toBe(200);
  await everythingIsKept(db, shelf);
  await leadTo(url, slept.url);
  await expect.poll(() => isStill(db), SOON).toBe(true);

  await db.query('update withdrawals set leaves_at = now(), next_try_at = now()');
  const postings = () => many(db, 'select owner, id from ledger_postings order by 1, 2');
  const written = await postings();
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 5 })).toMatchObject(STILL);
  expect(await transfer(product, member, known, key)).toMatchObject({ status, body });
  expect(await withdraw(product, member, 100)).toMatchObject(STILL);
  expect(await product.call('GET /api/wallet/activate/joker', { token: member.token })).toMatchObject(STILL);
  await expect(db.query(POST, [member.id])).rejects.toThrow('MONEY_STANDS_STILL');
  expect(await takeDueWithdrawals(db, 10, 1_000)).toEqual([]);
  const looked = await product.call('GET /api/wallet', { token: member.token });
  expect(looked).toMatchObject({ status: 200, body: { wallet: { amount: 4_680 } } });
  const active = async () => (await product.call('GET /api/lookup/active')).body;
  expect(await active()).toEqual({ terminated: null, standsStill: true });
  expect(await statementOf(product, member)).not.toEqual([]);
  expect(await postings()).toEqual(written);

  const say = await sayAs(db, { first: ['finance'], second: ['finance'] });
  expect(await say('first', 'standstill list')).toMatch(/lacks commits that were confirmed, .* MONEY STANDS STILL/);
  await say('first', 'correct debit', member.id, '100');
  await say('second', 'requests approve', '1');
  expect(await postings()).toHaveLength(written.length + 1);
  await say('first', 'standstill end', '1', 'the transfer of 100 to pg is lost, and is at the game');
  expect(await isStill(db)).toBe(true);
  expect(await say('second', 'requests approve', '2')).toContain('asked about 1 of its withdrawals');
  const cancelled = await product.call(`DELETE /api/wallet/withdraw/${asked}`, { token: member.token });
  expect(cancelled.body).toEqual({ message: 'WITHDRAW_TOO_LATE' });
  expect((await transfer(product, member, { from: 'wallet', to: 'pg', amount: 5 })).status).toBe(200);
  expect(await takeDueWithdrawals(db, 10, 1_000)).toHaveLength(1);
  expect(await active()).toEqual({ terminated: null });
  await everythingIsKept(db, shelf);
  expect(await shelf.read()).toMatchObject({ compared: 1 });

  // What the service went on without is behind now, however much it has of its own; there, too, it is ended once.
  await leadTo(url, slept.url);
  await expect.poll(() => isStill(db), SOON).toBe(true);
  await end(db);
  await everythingIsKept(db, shelf);
  expect(await shelf.read()).toMatchObject({ compared: 2 });
  expect(await isStill(db)).toBe(false);
});

const POST = `select * from ledger_post($1, 'by hand', 'post', 'deposit', 'BAHT', 'house:corrections', 'main', 100, '{}')`;

test('a new process finds a database from a backup behind before it serves anybody', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const backup = await copyOf(url);
  const shelf = newShelf();
  const { db, fence, stop } = await startFenced(url, shelf);
  const watching = fence.watch(SILENT);
  await everythingIsKept(db, shelf);
  await watching.stop();
  await stop();
  const kept = await shelf.read();
  const restored = await startFenced(backup.url, shelf);
  expect(await isStill(restored.db)).toBe(true);
  const told: string[] = [];
  const again = restored.fence.watch(hears(told));
  await expect.poll(() => told, SOON).toEqual([expect.stringContaining('MONEY STANDS STILL')]);
  await again.stop();
  expect(await shelf.read()).toEqual(kept);
});

test('a command of operators finds the shelf of the nodes, and leaves no mark before the first of them', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const db = openDatabase(url, 1);
  atTheEnd(() => db.end());
  const config = readConfig({ NODE_ENV: 'production', DATABASE_URL: url, DATA_DIR: join(folder, randomUUID()) });
  expect(await findShelf(config, db)).toBeNull();
  const commit = { process: randomUUID(), beat: 7, compared: 0, at: '2026-01-01T00:00:00.000Z' };
  await (await openShelf(config, db))?.keep(commit);
  expect(await (await findShelf(config, db))?.read()).toEqual(commit);
});

test('no statement is done on a new connection before its database is judged', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const slept = await copyOf(url);
  const shelf = newShelf();
  const first = await startFenced(url, shelf);
  const watching = first.fence.watch(SILENT);
  await everythingIsKept(first.db, shelf);
  await watching.stop();
  await first.stop();
  const { db } = await startFenced(url, shelf);
  await leadTo(url, slept.url);
  // The former connection is found broken by the first statement; the next one is asked on a new one.
  await isStill(db);
  expect(await isStill(db)).toBe(true);
});

test('several processes keep one commit, which only grows newer, and none takes another’s for a loss', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const shelf = newShelf();
  const processes = await Promise.all([1, 2, 3].map(() => startFenced(url, shelf)));
  const watchings = processes.map(({ fence }) => fence.watch(SILENT));
  const db = processes[0]?.db as Database;
  for (let round = 0; round < 3; round++) await everythingIsKept(db, shelf);
  await watchings[0]?.stop();
  await everythingIsKept(db, shelf);
  await Promise.all(watchings.map(({ stop }) => stop()));
  expect(await isStill(db)).toBe(false);
});

test('while the files’ store is away money moves, and operators are told', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const bucket = await startBucket();
  const storage = await openStorage(readConfig({ DATABASE_URL: url, ...bucket.env }));
  const shelf = commitShelf(storage, randomUUID(), folder);
  const { db, fence } = await startFenced(url, shelf);
  const told: string[] = [];
  const watching = fence.watch(hears(told));
  await everythingIsKept(db, shelf);
  await bucket.stop();
  await expect.poll(() => told, SOON).toEqual([expect.stringContaining('the newest commit cannot be kept')]);
  expect(fence.state()).toEqual({ standsStill: false, isKept: false });
  const { id } = await newMember({ db, edition: 'th' });
  expect((await many(db, POST, [id])).length).toBe(1);
  await watching.stop();
});

test('a shelf that hangs holds nothing up: commits go on, what the process knows is missed, and operators are told', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const shelf = newShelf();
  const first = await startFenced(url, shelf);
  const keeping = first.fence.watch(SILENT);
  await everythingIsKept(first.db, shelf);
  await keeping.stop();
  await first.stop();
  const slept = await copyOf(url);

  let hangs = false;
  const never = new Promise<never>(() => {});
  const hanging: CommitShelf = {
    read: () => (hangs ? never : shelf.read()),
    keep: (commit) => (hangs ? never : shelf.keep(commit)),
  };
  const { db, fence } = await startFenced(url, hanging);
  const told: string[] = [];
  const watching = fence.watch(hears(told));
  await everythingIsKept(db, shelf);
  hangs = true;
  const last = await shelf.read();
  const beats = async () => (await one<{ beat: bigint }>(db, 'select max(beat) as beat from heartbeats')).beat;
  await expect.poll(beats, SOON).toBeGreaterThan(BigInt(last?.beat ?? 0) + 3n);
  await expect.poll(() => told, SOON).toEqual([expect.stringContaining('the newest commit cannot be kept')]);
  await leadTo(url, slept.url);
  await expect.poll(() => isStill(db), SOON).toBe(true);
  await watching.stop();
});

test('a process at the server that operators went on without stands still once the others know of that', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const shelf = newShelf();
  const backup = await copyOf(url);
  const forgotten = await startFenced(url, shelf);
  const watchings = [forgotten.fence.watch(SILENT)];
  await everythingIsKept(forgotten.db, shelf);
  const restored = await startFenced(backup.url, withNewsAtEachLook(shelf));
  watchings.push(restored.fence.watch(SILENT));
  expect(await isStill(restored.db)).toBe(true);
  await end(restored.db);
  await expect.poll(() => isStill(forgotten.db), SOON).toBe(true);
  expect(await shelf.read()).toMatchObject({ compared: 1 });
  expect(await isStill(restored.db)).toBe(false);
  await Promise.all(watchings.map(({ stop }) => stop()));
});

test('a process begins though what is kept was being written while it read', async () => {
  const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
  const shelf = newShelf();
  let isWriting = true;
  const halfWritten: CommitShelf = {
    ...shelf,
    read: async () => {
      if (!isWriting) return shelf.read();
      isWriting = false;
      throw new Error('it is not read to its end');
    },
  };
  const { db } = await startFenced(url, halfWritten);
  expect(await isStill(db)).toBe(false);
});

test.each(['', '{"process":"', '{}', '{"process":"x","beat":1,"compared":0,"at":"2026-01-01"}'])(
  'a damaged commit on the shelf, as %j, lets no process begin, and is written anew by one that runs',
  async (damaged) => {
    const { url } = await copyOf(`postgres://host/${inject('templateName')}`);
    const [place, id] = [join(folder, randomUUID()), randomUUID()];
    const shelf = commitShelf(folderStorage(place), id, folder);
    const { db, fence } = await startFenced(url, shelf);
    const watching = fence.watch(SILENT);
    await everythingIsKept(db, shelf);
    await watching.stop();
    await writeFile(join(place, 'marks', `${id}-newest-commit`), damaged);
    await expect(startFenced(url, shelf)).rejects.toThrow('is damaged');
    const again = fence.watch(SILENT);
    await expect.poll(() => shelf.read().catch(() => null), SOON).not.toBeNull();
    await again.stop();
  },
);
