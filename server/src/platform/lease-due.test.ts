import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { inTransaction, type Queryable } from './database.ts';
import { type DueTable, leaseDue, putOff, retriedTable } from './due-work.ts';

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

test('a row that is taken counts its tries; putting off touches that row alone, and none that is closed', async () => {
  await db.query(`create table errands (id integer, part text, kind text, tries integer not null default 0,
    next_try_at timestamptz default clock_timestamp(), is_open boolean not null default true, primary key (id, part))`);
  await db.query(`insert into errands (id, part, kind, is_open) values
    (1, 'a', 'x', true), (1, 'b', 'x', true), (2, 'a', 'y', true), (3, 'a', 'x', false)`);
  const ERRANDS = retriedTable('errands', ['id', 'part'], 'is_open');
  const taken = await leaseDue(db, ERRANDS, { limit: 9, next: 60_000, returning: 'id, part', only: { kind: 'x' } });
  expect(taken).toHaveLength(2);
  expect(taken).toEqual(expect.arrayContaining(['a', 'b'].map((part) => ({ id: 1, part }))));
  for (const id of [1, 3]) await putOff(db, ERRANDS, [id, 'a'], 600_000);
  const { rows } = await db.query(`select id, part, tries,
    round(extract(epoch from next_try_at - clock_timestamp()) / 60)::integer as minutes from errands order by id, part`);
  expect(rows).toEqual([
    { id: 1, part: 'a', tries: 1, minutes: 10 },
    { id: 1, part: 'b', tries: 1, minutes: 1 },
    { id: 2, part: 'a', tries: 0, minutes: 0 },
    { id: 3, part: 'a', tries: 0, minutes: 0 },
  ]);
});
