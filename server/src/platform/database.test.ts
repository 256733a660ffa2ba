import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction, many, one, openDatabase, together } from './database.ts';

const { db, ownerUrl } = await cloneDatabase();
const backend = async () => (await one<{ pid: number }>(db, 'select pg_backend_pid() as pid')).pid;

test('a refused statement keeps its connection', async () => {
  const before = await backend();
  await expect(db.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect(await backend()).toBe(before);
});

test('a connection that the server ends is replaced, outside a transaction and inside one', async () => {
  const end = 'select pg_terminate_backend(pg_backend_pid())';
  await expect(db.query(end)).rejects.toMatchObject({ code: '57P01' });
  expect(await backend()).toBeGreaterThan(0);
  await expect(inTransaction(db, (tx) => tx.query(end))).rejects.toMatchObject({ code: '57P01' });
  expect(await backend()).toBeGreaterThan(0);
});

test('a transaction that fails leaves nothing behind', async () => {
  const work = inTransaction(db, async (tx) => {
    await tx.query(`insert into settings (name, value) values ('notice', '"x"')`);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect((await db.query('select from settings')).rowCount).toBe(0);
});

test('a connection whose statements were prepared for other columns is replaced, and the next one serves', async () => {
  const alone = openDatabase(ownerUrl, 1);
  try {
    await alone.query('create table shelves (a int)');
    const read = () => many(alone, 'select * from shelves');
    await read();
    await alone.query('alter table shelves add column b int');
    await expect(read()).rejects.toThrow('cached plan must not change result type');
    expect(await read()).toEqual([]);
    await alone.query('alter table shelves add column c int');
    await expect(inTransaction(alone, (tx) => many(tx, 'select * from shelves'))).rejects.toThrow('cached plan');
    expect(await read()).toEqual([]);
  } finally {
    await alone.end();
  }
});

test('a connection whose server only reads by now is replaced, outside a transaction and inside one', async () => {
  const write = `update clock set ahead = ahead`;
  const toReading = 'set session characteristics as transaction read only';
  const pool = openDatabase(ownerUrl, 1);
  for (const work of [() => pool.query(write), () => inTransaction(pool, (tx) => tx.query(write))]) {
    await pool.query(toReading);
    await expect(work()).rejects.toMatchObject({ code: '25006' });
    expect(await work()).toMatchObject({ rowCount: 1 });
  }
  await pool.end();
});

test('a statement goes out while the one before it is unanswered', async () => {
  await inTransaction(db, async (tx) => {
    const { stream } = (tx as unknown as { connection: { stream: { bytesWritten: number } } }).connection;
    const first = tx.query('select 1');
    const before = stream.bytesWritten;
    const second = tx.query('select 2');
    expect(stream.bytesWritten).toBeGreaterThan(before);
    await together([first, second]);
  });
});

test('statements that go out together are done in their order, and each answer is its own', async () => {
  const log: string[] = [];
  const answers = await inTransaction(db, (tx) => {
    const ask = async (n: number) => {
      log.push(`asked ${n}`);
      const { told } = await one<{ told: number }>(tx, 'select $1::integer as told', [n]);
      log.push(`told ${n}`);
      return told;
    };
    return together([ask(1), ask(2), null, ask(3)]);
  });
  expect(answers).toEqual([1, 2, null, 3]);
  expect(log).toEqual(['asked 1', 'asked 2', 'asked 3', 'told 1', 'told 2', 'told 3']);
});

test('of statements that go out together the first refusal is thrown, and nothing of any stays', async () => {
  const write = (name: string) => `insert into settings (name, value) values ('${name}', '"x"')`;
  const work = inTransaction(db, async (tx) => {
    await together([tx.query(write('one')), tx.query('select 1 / 0'), tx.query(write('two')), tx.query('nonsense')]);
  });
  await expect(work).rejects.toThrow('division by zero');
  expect((await db.query('select from settings')).rowCount).toBe(0);
  expect(await backend()).toBeGreaterThan(0);
});

test('a statement that is prepared is parsed once, also where it goes out several times together', async () => {
  const texts = await inTransaction(db, async (tx) => {
    const sql = 'select $1::integer + 1000 as sum';
    await together([one(tx, sql, [1]), one(tx, sql, [2]), one(tx, sql, [3])]);
    return many<{ calls: number }>(tx, `select 1 as calls from pg_prepared_statements where statement = '${sql}'`);
  });
  expect(texts).toHaveLength(1);
});
