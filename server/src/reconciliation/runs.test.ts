import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import type { Transaction } from '../platform/database.ts';
import { readDay } from './day.ts';
import { daysToReconcile } from './reconcile.ts';
import { askForRun, endRun, findRun, lastDay, makeDaysDue, takeDueRuns } from './runs.queries.ts';

const { db, url } = await cloneDatabase();
const DAY = '2026-01-05';
const MORNING = 4;

async function takeRun() {
  const [run] = await takeDueRuns(db, 1, 60_000);
  return run ?? expect.fail('no day is due');
}

const setClock = (tx: Transaction, moment: string) =>
  tx.query('update clock set ahead = $1::timestamptz - now()', [moment]);

/** Acts at a moment of the product's clock, which stands still meanwhile, and undoes what was done. */
async function at<Result>(moment: string, act: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const tx = await db.connect();
  try {
    await tx.query('begin');
    await setClock(tx, moment);
    return await act(tx);
  } finally {
    await tx.query('rollback');
    tx.release();
  }
}

type RunRow = { day: string; due?: string; ran?: string; tries?: number };

/** The days that are due after the clock of the morning has made days due, where these rows were there before. */
function dueDays(moment: string, rows: RunRow[]) {
  return at(moment, async (tx) => {
    await tx.query('delete from reconciliations');
    for (const { day, due, ran, tries = 0 } of rows) {
      const sql = 'insert into reconciliations (day, due_at, ran_at, tries) values ($1, $2, $3, $4)';
      await tx.query(sql, [day, due, ran, tries]);
    }
    await makeDaysDue(tx, MORNING);
    const sql = `select day::text, due_at, tries from reconciliations where due_at is not null order by day`;
    return (await tx.query<{ day: string; due_at: Date; tries: number }>(sql)).rows;
  });
}

test('a day that an operator asks for while its reports are being compared is compared once more', async () => {
  await askForRun(db, DAY);
  const first = await takeRun();
  await askForRun(db, DAY);
  await endRun(db, first);
  const second = await takeRun();
  expect(second.day).toBe(DAY);
  await endRun(db, second);
  expect(await findRun(db, DAY)).toEqual({ day: DAY, due_at: null, ran_at: expect.any(Date) });
});

test.each([
  ['the moment before the hour of the morning', '2026-01-13T03:59:59.999999+07:00', ['2026-01-11']],
  ['the hour of the morning', '2026-01-13T04:00+07:00', ['2026-01-11', '2026-01-12']],
  [
    'two weeks without a worker',
    '2026-01-25T04:00+07:00',
    ['18', '19', '20', '21', '22', '23', '24'].map((day) => `2026-01-${day}`),
  ],
])('at %s the days after the first that are over, of the last seven, are due', async (_, moment, days) => {
  const due = await dueDays(moment, [{ day: '2026-01-10' }]);
  expect(due).toEqual(days.map((day) => ({ day, due_at: new Date(moment), tries: 0 })));
});

test('a day that was compared before the hour of the morning is due again; one that was since, or is due, is left alone', async () => {
  const due = await dueDays('2026-01-14T09:00+07:00', [
    { day: '2026-01-10' },
    { day: '2026-01-11', ran: '2026-01-12T03:59+07:00', tries: 3 },
    { day: '2026-01-12', ran: '2026-01-13T04:00+07:00' },
    { day: '2026-01-13', due: '2026-01-14T04:00+07:00', tries: 2 },
  ]);
  expect(due).toEqual([
    { day: '2026-01-11', due_at: new Date('2026-01-14T09:00+07:00'), tries: 0 },
    { day: '2026-01-13', due_at: new Date('2026-01-14T04:00+07:00'), tries: 2 },
  ]);
});

test('a day that a worker has taken is another worker’s only once its lease is over, and then is not ended by the first', async () => {
  await at('2026-01-14T09:00:00+07:00', async (tx) => {
    await tx.query('delete from reconciliations');
    await askForRun(tx, DAY);
    const take = () => takeDueRuns(tx, 1, 60_000);
    expect(await take()).toEqual([{ day: DAY, tries: 1 }]);
    await setClock(tx, '2026-01-14T09:00:59.999999+07:00');
    expect(await take()).toEqual([]);
    await setClock(tx, '2026-01-14T09:01:00+07:00');
    expect(await take()).toEqual([{ day: DAY, tries: 2 }]);
    await endRun(tx, { day: DAY, tries: 1 });
    const ran = new Date('2026-01-14T09:01:00+07:00');
    expect(await findRun(tx, DAY)).toEqual({ day: DAY, due_at: new Date('2026-01-14T09:02:00+07:00'), ran_at: ran });
  });
});

test.each([
  ['2026-01-13T16:59:59.999Z', '2026-01-12'],
  ['2026-01-13T17:00:00Z', '2026-01-13'],
])('at %s the last day that is over in Bangkok is %s, and no later day can be asked for', async (moment, last) => {
  await at(moment, async (tx) => {
    expect([await lastDay(tx), await readDay(tx, undefined), await readDay(tx, last)]).toEqual([last, last, last]);
    const next = new Date(Date.parse(`${last}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
    await expect(readDay(tx, next)).rejects.toThrow('Say a day that is over');
  });
});

test.each([
  ['off', []],
  ['on', ['2026-01-11', '2026-01-12']],
])(
  'where the nightly comparison is %s, the days that a worker takes by itself are these: %j',
  async (nightly, days) => {
    await db.query('delete from reconciliations');
    await db.query(`insert into reconciliations (day) values ('2026-01-10')`);
    await db.query(`update clock set ahead = '2026-01-13T12:00+07:00'::timestamptz - now()`);
    const config = readConfig({ DATABASE_URL: url, RECONCILE_NIGHTLY: nightly });
    const { take, idOf } = daysToReconcile({ db, config, log: undefined as never, onAccountReport: async () => {} });
    expect((await take(10)).map(idOf).toSorted()).toEqual(days);
  },
);
