import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { post } from '../ledger/ledger.ts';
import { findSealedDay } from '../ledger/sealed-days.ts';
import { one, type Queryable } from '../platform/database.ts';
import { whyClocksDisagree } from './clocks.ts';
import { daysToReconcile } from './reconcile.ts';
import { lastDay } from './runs.queries.ts';

const { db, owner, url } = await cloneDatabase();

/** A payout channel whose answers bear this time; null: none at all. */
let outsideMs: number | null = 0;
const party = createServer((_request, response) => {
  response.sendDate = false;
  if (outsideMs !== null) response.setHeader('date', new Date(Date.now() + outsideMs).toUTCString());
  response.writeHead(404).end('{}');
}).listen(0, '127.0.0.1');
await once(party, 'listening');
afterAll(() => void party.close());

const address = `http://127.0.0.1:${(party.address() as AddressInfo).port}`;
const config = readConfig({ DATABASE_URL: url, PAYOUTS_URL: address, PAYOUTS_KEY: 'x', RECONCILE_NIGHTLY: 'off' });
const MINUTE = 60_000;

/** A database whose real clock is so far off. */
const databaseAt = (ms: number) =>
  ({ query: async () => ({ rows: [{ at: new Date(Date.now() + ms) }], rowCount: 1 }) }) as unknown as Queryable;

test.each<[number | null, number, string | null]>([
  [0, 0, null],
  [1.9 * MINUTE, -1.9 * MINUTE, null],
  [3 * MINUTE, 0, 'a party outside and this node are 3 minutes apart'],
  [-40 * 24 * 60 * MINUTE, 0, 'a party outside and this node are 57600 minutes apart'],
  [0, 40 * 24 * 60 * MINUTE, 'the database and this node are 57600 minutes apart'],
  [0, -3 * MINUTE, 'the database and this node are 3 minutes apart'],
  [null, 0, 'a party outside told no time'],
])(
  'with a party that is %d ms ahead and a database that is %d ms ahead the answer is: %s',
  async (outside, inside, why) => {
    outsideMs = outside;
    expect(await whyClocksDisagree(databaseAt(inside), config)).toBe(why);
  },
);

test('what the product’s clock is ahead is no disagreement; without a party nobody says that the clocks are right', async () => {
  outsideMs = 0;
  await db.query(`update clock set ahead = ahead + interval '3 days'`);
  expect(await whyClocksDisagree(db, config)).toBeNull();
  const alone = readConfig({ DATABASE_URL: url, NODE_ENV: 'production' });
  expect(await whyClocksDisagree(db, alone)).toBe('a party outside told no time');
});

test('a run seals nothing while clocks disagree and tells operators so; the next run seals its day, and the finding ends', async () => {
  const { id } = await newMember(db, 'th');
  const pay = (key: string) =>
    post(db, {
      ...{ key, reason: 'test', memberId: id, currency: 'BAHT', from: 'house:demo', to: 'main' },
      amount: 1n,
    } as const);
  await pay('clocks/1');
  await db.query(`update clock set ahead = ahead + interval '1 day'`);
  await pay('clocks/2');
  const day = await lastDay(db);
  const log = { error: () => {}, info: () => {} } as never;
  const { handle } = daysToReconcile({ db, config, log, onAccountReport: async () => {} });
  const open = `select count(*)::int as count from findings where party = 'clocks' and ended_at is null`;
  outsideMs = -40 * 24 * 60 * MINUTE;
  await handle({ day, tries: 1 });
  expect(await findSealedDay(db, day)).toBeNull();
  expect(await one(db, open)).toEqual({ count: 1 });
  outsideMs = 0;
  await handle({ day, tries: 1 });
  expect(await findSealedDay(db, day)).toMatchObject({ day });
  expect(await one(db, open)).toEqual({ count: 0 });
});

test('where the service has run in production nobody but the owner moves the product’s clock', async () => {
  const move = `update clock set ahead = ahead + interval '1 second'`;
  await db.query(move);
  await owner.query('insert into production_marker default values on conflict do nothing');
  for (const sql of [move, 'delete from clock']) await expect(db.query(sql)).rejects.toThrow('CLOCK_IS_THE_OWNERS');
  await owner.query(move);
});

test('entries of the audit log bear real times that only rise, whatever the product’s clock says', async () => {
  await owner.query(`update clock set ahead = '400 days'`);
  const write = `select audit_write('a tester', null, null, 'x', 'x', null, null, null)`;
  for (let entry = 0; entry < 3; entry++) await db.query(write);
  const { rows } = await db.query<{ at: Date; is_real: boolean; rises: boolean | null }>(
    `select abs(extract(epoch from at - clock_timestamp())) < 60 as is_real, at > lag(at) over (order by id) as rises
      from audit_log order by id desc limit 3`,
  );
  expect(rows.map(({ is_real, rises }) => [is_real, rises ?? true])).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
});
