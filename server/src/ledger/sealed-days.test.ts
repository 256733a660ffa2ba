import type { Currency } from '@krapao/contract/money.ts';
import { expect, it } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase, SOON, waitingForLocks } from '../../test/harness.ts';
import { inTransaction, many, one, type Queryable } from '../platform/database.ts';
import { ledgerActs } from './ledger.acts.ts';
import { houseBalances, type Posted, post, problems } from './ledger.ts';
import { countSinceSealed, findSealedDay, problemsOf, sealDays } from './sealed-days.ts';

const { db, owner } = await cloneDatabase();
const member = await newMember(db, 'th');
const other = await newMember(db, 'th');
let keys = 0;

function payIn(
  amount: bigint,
  { id: memberId } = member,
  on: Queryable = db,
  { currency = 'BAHT', from = 'house:demo' }: { currency?: Currency; from?: `house:${string}` } = {},
): Promise<Posted> {
  keys += 1;
  return post(on, { key: `in/${keys}`, reason: 'test', memberId, currency, from, to: 'main', amount });
}

async function nextDay(): Promise<void> {
  await db.query(`update clock set ahead = ahead + interval '1 day'`);
}

const sealsOf = (day: string) =>
  many(
    db,
    `select case owner when 'house' then owner when $2 then 'member' else 'other' end as owner, account, moved, postings, balance
      from ledger_day_accounts where day = $1 order by owner collate "C", account, currency`,
    [day, member.id],
  );

async function lastSealed(): Promise<string> {
  return (await findSealedDay(db, null))?.day ?? 'none';
}

await payIn(100n);
const before = { since: await countSinceSealed(db), house: await houseBalances(db) };

it('before the first day is sealed, all that was posted counts', () => {
  expect(before).toEqual({ since: 1n, house: [{ name: 'house:demo', currency: 'BAHT', balance: -100n }] });
});

it('nothing is sealed of a day that is not over', async () => {
  await sealDays(db);
  // The service's first days have no postings of today.
  const [today] = await many<{ day: string }>(db, `select (app_now() at time zone 'Asia/Bangkok')::date::text as day`);
  expect((await findSealedDay(db, today?.day ?? ''))?.day).toBeUndefined();
});

it('a day that is over is sealed once, with what it did to each account, and the books are checked from there', async () => {
  await payIn(50n, other);
  await nextDay();
  await Promise.all([sealDays(db), sealDays(db), sealDays(db)]);
  const day = await lastSealed();
  expect(await findSealedDay(db, day)).toEqual({ day, postings: 2n });
  expect((await sealsOf(day)).toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
    { owner: 'house', account: 'house:demo', moved: -150n, postings: 2, balance: -150n },
    { owner: 'member', account: 'main', moved: 100n, postings: 1, balance: 100n },
    { owner: 'other', account: 'main', moved: 50n, postings: 1, balance: 50n },
  ]);
  await payIn(7n);
  expect(await houseBalances(db)).toEqual([{ name: 'house:demo', currency: 'BAHT', balance: -157n }]);
  await nextDay();
  await sealDays(db);
  expect(await findSealedDay(db, null)).toMatchObject({ postings: 1n });
  expect(await sealsOf(await lastSealed())).toEqual([
    { owner: 'member', account: 'main', moved: 7n, postings: 1, balance: 107n },
    { owner: 'house', account: 'house:demo', moved: -7n, postings: 1, balance: -157n },
  ]);
  expect(await houseBalances(db)).toEqual([{ name: 'house:demo', currency: 'BAHT', balance: -157n }]);
  await expectRight();
});

it('days on which the workers slept are sealed one by one, empty ones too', async () => {
  await payIn(1n);
  await nextDay();
  await nextDay();
  await nextDay();
  const before = await lastSealed();
  await sealDays(db);
  const { days } = await one<{ days: number }>(db, 'select ($1::date - $2::date) as days', [
    await lastSealed(),
    before,
  ]);
  expect(days).toBe(3);
  await expectRight();
});

it('a posting of a time in a closed day, because its transaction began before midnight, is of the next day', async () => {
  await nextDay();
  await sealDays(db);
  const late = await newMember(db, 'th');
  await owner.query(
    `insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount, posted_at)
      select $1, 'late', 'post', 'test', 'BAHT', 'house:demo', 'main', 3, ends_at - interval '1 second'
        from ledger_days order by day desc limit 1`,
    [late.id],
  );
  expect(
    await many(
      db,
      `select (posted_at - ends_at)::text as after from ledger_postings, ledger_days
    where key = 'late' order by day desc limit 1`,
    ),
  ).toEqual([{ after: '00:00:00' }]);
  await expectRight();
});

it('a posting of the very end of a sealed day counts in what the house has, and is sealed with the next day', async () => {
  const name = 'house:at-midnight';
  const lucky = await newMember(db, 'th');
  await payIn(20n, lucky, db, { from: name });
  await sealedDayOf(`in/${keys}`);
  const since = await countSinceSealed(db);
  await owner.query(
    `insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount, posted_at)
      select $1, 'at midnight', 'post', 'test', 'BAHT', $2, 'main', 3, max(ends_at) from ledger_days`,
    [lucky.id, name],
  );
  expect(await countSinceSealed(db)).toBe(since + 1n);
  expect(await houseBalances(db)).toContainEqual({ name, currency: 'BAHT', balance: -23n });
  const next = { account: name, moved: -3n, postings: 1, balance: -23n };
  expect(await sealsOf(await sealedDayOf('at midnight'))).toContainEqual({ owner: 'house', ...next });
  expect(await houseBalances(db)).toContainEqual({ name, currency: 'BAHT', balance: -23n });
  await expectRight();
});

it('one account of the house is sealed in baht and in kip, each for itself', async () => {
  const name = 'house:of-both';
  const [thai, lao] = [await newMember(db, 'th'), await newMember(db, 'la')];
  const pay = async (baht: bigint, kip: bigint) => {
    await payIn(baht, thai, db, { from: name });
    await payIn(kip, lao, db, { from: name, currency: 'LAK' });
    return sealedDayOf(`in/${keys}`);
  };
  const sealed = async (day: string) => (await sealsOf(day)).filter(({ account }) => account === name);
  const house = { owner: 'house', account: name, postings: 1 };
  expect(await sealed(await pay(5n, 70_000n))).toEqual([
    { ...house, moved: -5n, balance: -5n },
    { ...house, moved: -70_000n, balance: -70_000n },
  ]);
  expect(await sealed(await pay(6n, 80_000n))).toEqual([
    { ...house, moved: -6n, balance: -11n },
    { ...house, moved: -80_000n, balance: -150_000n },
  ]);
  await payIn(1n, lao, db, { from: name, currency: 'LAK' });
  expect((await houseBalances(db)).filter((balance) => balance.name === name)).toEqual([
    { name, currency: 'BAHT', balance: -11n },
    { name, currency: 'LAK', balance: -150_001n },
  ]);
  await expectRight();
});

it('a day is closed only after the postings that are under way', async () => {
  await nextDay();
  await sealDays(db);
  const tx = await db.connect();
  await tx.query('begin');
  await payIn(11n, member, tx);
  await nextDay();
  const sealing = sealDays(db);
  try {
    await expect
      .poll(async () => (await many(db, `select from pg_locks where not granted and mode = 'ShareLock'`)).length)
      .toBeGreaterThan(0);
  } finally {
    await tx.query('commit');
    tx.release();
  }
  await sealing;
  expect(await sealsOf(await lastSealed())).toContainEqual(expect.objectContaining({ owner: 'member', moved: 11n }));
  await expectRight();
});

it('a day that was closed and not sealed, because its worker died, is sealed by the next', async () => {
  await payIn(2n);
  await nextDay();
  const { day } = await one<{ day: string }>(db, 'select ledger_close_day()::text as day');
  expect(await findSealedDay(db, day)).toBeNull();
  await payIn(4n);
  await sealDays(db);
  expect(await sealsOf(day)).toContainEqual(expect.objectContaining({ owner: 'member', moved: 2n }));
  await expectRight();
});

it('what was posted in a day that is closed and not sealed counts as posted since the last sealed day', async () => {
  await payIn(3n);
  await nextDay();
  const [since, house] = [await countSinceSealed(db), await houseBalances(db)];
  await db.query('select ledger_close_day()');
  expect(await countSinceSealed(db)).toBe(since);
  expect(await houseBalances(db)).toEqual(house);
  await sealDays(db);
  await expectRight();
});

it('a day that another worker is sealing at this moment is waited for and is not sealed again', async () => {
  await payIn(6n);
  await nextDay();
  const { day } = await one<{ day: string }>(db, 'select ledger_close_day()::text as day');
  const { sealing } = await inTransaction(db, async (tx) => {
    await tx.query('select ledger_seal_day($1)', [day]);
    const sealing = Promise.allSettled([db.query('select ledger_seal_day($1)', [day])]);
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1);
    return { sealing };
  });
  expect(await sealing).toMatchObject([{ status: 'fulfilled' }]);
  await expectRight();
});

it('a day that another worker is closing at this moment is waited for and is not closed again', async () => {
  await nextDay();
  const closed = 'select ledger_close_day()::text as day';
  const { first, second } = await inTransaction(db, async (tx) => {
    const first = await one<{ day: string }>(tx, closed);
    const second = Promise.allSettled([one<{ day: string }>(db, closed)]);
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1);
    return { first, second };
  });
  expect(await second).toEqual([{ status: 'fulfilled', value: first }]);
  await sealDays(db);
  await expectRight();
});

it('a day is over at midnight in Bangkok: not a minute before, and what is posted from then on is of the next', async () => {
  /** So many seconds after the midnight that ends this day in Bangkok. */
  const toMidnight = (seconds: number) =>
    db.query(
      `update clock set ahead = (last.day + 2)::timestamp at time zone 'Asia/Bangkok' - now() + make_interval(secs => $1)
        from (select max(day) as day from ledger_days) as last`,
      [seconds],
    );
  await nextDay();
  await sealDays(db);
  const last = await lastSealed();
  await toMidnight(-60);
  const { postingId: evening } = await payIn(8n);
  await sealDays(db);
  expect(await lastSealed()).toBe(last);
  await toMidnight(0);
  const { postingId: night } = await payIn(9n);
  await sealDays(db);
  const days = await many(
    db,
    `select day - $1::date as day from ledger_postings
      left join ledger_days on posted_at >= starts_at and posted_at < ends_at where id = any ($2) order by id`,
    [last, [evening, night]],
  );
  expect(days).toEqual([{ day: 1 }, { day: null }]);
  await expectRight();
});

it('the operator’s check counts what it has read, and names an error of the last sealed day and one since', async () => {
  const operator = operatorOf(db);
  const day = await sealedDayOf(`in/${keys}`);
  const { postings = 0n } = (await findSealedDay(db, day)) ?? {};
  await payIn(1n);
  const { all } = await one<{ all: bigint }>(db, 'select count(*) as all from ledger_postings');
  expect(await operator('ledger check')).toBe(`The books are right: ${postings + 1n} postings.`);
  expect(await operator('ledger check', day)).toBe(`The books are right: ${postings} postings.`);
  expect(await operator('ledger check', 'all')).toBe(`The books are right: ${all} postings.`);
  await expect(operator('ledger check', '2001-01-01')).rejects.toThrow('a day that is sealed');
  const check = async (sql: string, what?: string) => {
    const tx = await owner.connect();
    try {
      await tx.query(`begin; ${LAWLESS}; ${sql}`);
      return await ledgerActs.checkLedger.run(tx, { name: 'a tester', roles: [] }, what ? { what } : {});
    } finally {
      await tx.query('rollback');
      tx.release();
    }
  };
  const ofDay = `update ledger_days set hash = sha256(hash) where day = '${day}'`;
  const since = `update ledger_postings set reason = 'gift' where key = 'in/${keys}'`;
  await expect(check(ofDay)).rejects.toThrow(`${day} is not as it was sealed`);
  await expect(check(ofDay, day)).rejects.toThrow(`${day} is not as it was sealed`);
  await expect(check(since)).rejects.toThrow('is not as it was written');
  await expect(check(since, 'all')).rejects.toThrow('is not as it was written');
});

const LAWLESS = ['ledger_accounts', 'ledger_postings', 'ledger_days', 'ledger_day_accounts']
  .concat(Array.from({ length: 8 }, (_, part) => `ledger_postings_${part}`))
  .map((table) => `alter table ${table} disable trigger user`)
  .join(';');

const asIn = (key: string) => `owner = '${member.id}' and day = (select day from ledger_days, ledger_postings
  where key = '${key}' and posted_at >= starts_at and posted_at < ends_at)`;

const NOT_AS_SEALED = /^\d{4}-\d\d-\d\d is not as it was sealed$/;

it.each([
  [
    'a posting that was changed',
    `update ledger_postings set amount = amount + 1 where key = 'in/1'`,
    [/^posting \d+ is not as it was written$/, /^house:demo of the house was sealed with .* but has moved -151$/],
  ],
  [
    'a posting that was taken out',
    `delete from ledger_postings where key = 'in/1'`,
    [/^main of .* but has {2}after $/],
  ],
  [
    'a posting that was moved to another day',
    `update ledger_postings set posted_at = posted_at + interval '1 day' where key = 'in/1'`,
    [/^main of .* was sealed with 100 after 100 but has {2}after $/],
  ],
  [
    'a noted balance that was changed',
    `update ledger_postings set to_after = to_after + 1 where key = 'in/1'`,
    [
      /^main of .* begins with 1 but was left with 0$/,
      /^main of .* was sealed with 100 after 100 but has 101 after 100$/,
    ],
  ],
  [
    'a sealed balance that was changed',
    `update ledger_day_accounts set balance = balance + 1`,
    [
      /^main of .* was sealed with 101 after 100 but has 100 after 100$/,
      /^house:demo of the house was sealed with -149/,
    ],
  ],
  [
    'a sealed balance that was taken out',
    `delete from ledger_day_accounts where account = 'main'`,
    [/^main of .* was sealed with {2}after {2}but has 100 after 100$/],
  ],
  [
    'a sealed balance of the house that was taken out',
    `delete from ledger_day_accounts where account = 'house:demo'`,
    [/^house:demo of the house was sealed with {2}after {2}from {2}but has moved -150$/],
  ],
  [
    'a sealed number of postings that was changed',
    `update ledger_day_accounts set postings = postings + 1`,
    [
      /^main of .* was sealed with 100 after 100 but has 100 after 100$/,
      /^house:demo of .* moved -150$/,
      NOT_AS_SEALED,
    ],
  ],
  [
    'the hash of a posting that was changed',
    `update ledger_postings set chain = sha256(chain) where key = 'in/1'`,
    [/^posting \d+ is not as it was written$/, NOT_AS_SEALED],
  ],
  [
    'a hash that was changed',
    `update ledger_days set hash = sha256(hash) where sealed_at is not null`,
    [NOT_AS_SEALED],
  ],
  [
    'an account that lost its newest posting',
    `update ledger_accounts set last_posting_id = null where member_id = '${member.id}'`,
    [/^main of .* keeps \d+ but its newest posting leaves 100$/],
  ],
])('the check of a sealed day names %s', async (_, sql, named) => {
  const found = await foundAfter(sql, await sealedDayOf('in/1'));
  for (const text of named) expect(found).toContainEqual(expect.stringMatching(text));
});

it('the check of a sealed day names a balance that was changed in the seal of the day before', async () => {
  const sql = `update ledger_day_accounts set balance = balance + 1 where ${asIn('in/1')}`;
  expect(await foundAfter(sql, await sealedDayOf('in/3'))).toEqual([
    expect.stringMatching(/^main of .* begins with 100 but was left with 101$/),
  ]);
});

it('the check of a sealed day names a hash that was changed in the day before', async () => {
  const day = await sealedDayOf('in/3');
  const sql = `update ledger_days set hash = sha256(hash) where day = '${day}'::date - 1`;
  expect(await foundAfter(sql, day)).toEqual([`${day} is not as it was sealed`]);
});

it('the check of everything names a balance that was changed in a seal, and what a day is said to have moved', async () => {
  for (const part of ['balance', 'moved']) {
    const tx = await owner.connect();
    await tx.query(`begin; ${LAWLESS}; update ledger_day_accounts set ${part} = ${part} + 1 where ${asIn('in/1')}`);
    const found = await problems(tx);
    await tx.query('rollback');
    tx.release();
    expect(found).toEqual([expect.stringMatching(/^main of .* was sealed on .* with 10[01] after 10[01] /)]);
  }
});

it('the check of a sealed day names every posting that does not go on where the member’s one before was', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => newMember(db, 'th')));
  const second: Posted[] = [];
  for (const each of members) {
    await payIn(5n, each);
    second.push(await payIn(6n, each));
  }
  const day = await sealedDayOf(`in/${keys}`);
  const ids = second.map(({ postingId }) => postingId);
  const found = await foundAfter(`update ledger_postings set to_after = 12 where id in (${ids.join()})`, day);
  for (const id of ids)
    for (const text of ['does not go on where main of', 'is not as it was written'])
      expect(found).toContainEqual(expect.stringContaining(`posting ${id} ${text}`));
});

async function sealedDayOf(key: string): Promise<string> {
  await nextDay();
  await sealDays(db);
  const { day } = await one<{ day: string }>(
    db,
    `select day::text from ledger_days, ledger_postings where key = $1 and posted_at >= starts_at and posted_at < ends_at`,
    [key],
  );
  return day;
}

/** What the check finds in a day that was right, after a change past the laws. */
async function foundAfter(sql: string, day: string): Promise<string[]> {
  expect(await problemsOf(db, day)).toEqual([]);
  const tx = await owner.connect();
  await tx.query(`begin; ${LAWLESS}; ${sql}`);
  const found = await problemsOf(tx, day);
  await tx.query('rollback');
  tx.release();
  return found;
}

/** All of the books, each sealed day and what was posted since. */
async function expectRight(): Promise<void> {
  expect(await problems(db)).toEqual([]);
  const days = await many<{ day: string }>(db, 'select day::text from ledger_days');
  for (const day of [null, ...days.map((row) => row.day)]) expect(await problemsOf(db, day)).toEqual([]);
}
