import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction, type Queryable } from './database.ts';
import { type DueTable, leaseDue } from './due-work.ts';

const { owner: db } = await cloneDatabase();
await db.query('create table chores (id integer primary key, due_at timestamptz, is_open boolean not null)');
await db.query(`insert into chores values
  (1, clock_timestamp() - interval '2 minutes', true), (2, clock_timestamp() - interval '1 minute', true),
  (3, clock_timestamp() - interval '3 minutes', false), (4, clock_timestamp() + interval '1 hour', true), (5, null, true)`);

const CHORES: DueTable = {
  table: 'chores',
  key: ['id'],
  due: 'due_at',
  clock: 'clock_timestamp()',
  open: 'is_open',
  countsTries: false,
};
const take = (worker: Queryable, limit: number) =>
  leaseDue<{ id: number }>(worker, CHORES, { limit, next: 60_000, returning: 'id' });

test('two workers at the same moment take different work and do not wait for each other', async () => {
  await inTransaction(db, async (worker) => {
    expect(await take(worker, 1)).toEqual([{ id: 1 }]);
    await inTransaction(db, async (other) => {
      await other.query(`set local lock_timeout = '250ms'`);
      expect(await take(other, 10)).toEqual([{ id: 2 }]);
    });
  });
  expect(await take(db, 10)).toEqual([]);
});
