import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction, many, one, openDatabase } from './database.ts';

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
