import { expect, it } from 'vitest';
import { newMember } from '../../../world/people.ts';
import { cloneDatabase, SOON, waitingForLocks } from '../../test/harness.ts';
import { ledgerDays } from '../../test/ledger-days.ts';
import { inTransaction, many, one } from '../platform/database.ts';
import { houseBalances, problems } from './ledger.ts';
import { countSinceSealed, findSealedDay, problemsOf, sealDays } from './sealed-days.ts';

const { db, owner } = await cloneDatabase();
const { member, other, payIn, lastKey, nextDay, sealedDayOf } = await ledgerDays(db);

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
  await sealDays(db, 'infinity');
  // The service's first days have no postings of today.
  const [today] = await many<{ day: string }>(db, `select (app_now() at time zone 'Asia/Bangkok')::date::text as day`);
  expect((await findSealedDay(db, today?.day ?? ''))?.day).toBeUndefined();
});

it('a day that is over is sealed once, with what it did to each account, and the books are checked from there', async () => {
  await payIn(50n, other);
  await nextDay();
  await Promise.all([sealDays(db, 'infinity'), sealDays(db, 'infinity'), sealDays(db, 'infinity')]);
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
  await sealDays(db, 'infinity');
  expect(await findSealedDay(db, null)).toMatchObject({ postings: 1n });
  expect(await sealsOf(await lastSealed())).toEqual([
    { owner: 'member', account: 'main', moved: 7n, postings: 1, balance: 107n },
    { owner: 'house', account: 'house:demo', moved: -7n, postings: 1, balance: -157n },
  ]);
  expect(await houseBalances(db)).toEqual([{ name: 'house:demo', currency: 'BAHT', balance: -157n }]);
  await expectRight();
});

it('days on which the workers slept are sealed one by one, empty ones too, and none after the newest posting', async () => {
  await payIn(1n);
  await nextDay();
  await sealDays(db, 'infinity');
  const before = await lastSealed();
  const sealedSince = async () => {
    const days = 'select ($1::date - $2::date) as days';
    return (await one<{ days: number }>(db, days, [await lastSealed(), before])).days;
  };
  await payIn(1n);
  for (let day = 0; day < 3; day++) await nextDay();
  await sealDays(db, 'infinity');
  expect(await sealedSince()).toBe(1);
  await payIn(1n);
  await sealDays(db, 'infinity');
  expect(await sealedSince()).toBe(3);
  await expectRight();
});

it('a run seals no day after its own', async () => {
  const before = await lastSealed();
  await payIn(1n);
  for (let day = 0; day < 2; day++) await nextDay();
  await payIn(1n);
  await sealDays(db, before);
  expect(await lastSealed()).toBe(before);
  await sealDays(db, 'infinity');
  expect(await lastSealed()).not.toBe(before);
});

it('a posting of a time in a closed day, because its transaction began before midnight, is of the next day', async () => {
  await nextDay();
  await sealDays(db, 'infinity');
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
  await sealedDayOf(lastKey());
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
    return sealedDayOf(lastKey());
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
  await sealDays(db, 'infinity');
  const tx = await db.connect();
  await tx.query('begin');
  await payIn(11n, member, tx);
  await nextDay();
  const sealing = sealDays(db, 'infinity');
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
  const { day } = await one<{ day: string }>(db, `select ledger_close_day('infinity')::text as day`);
  expect(await findSealedDay(db, day)).toBeNull();
  await payIn(4n);
  await sealDays(db, 'infinity');
  expect(await sealsOf(day)).toContainEqual(expect.objectContaining({ owner: 'member', moved: 2n }));
  await expectRight();
});

it('what was posted in a day that is closed and not sealed counts as posted since the last sealed day', async () => {
  await payIn(3n);
  await nextDay();
  const [since, house] = [await countSinceSealed(db), await houseBalances(db)];
  await db.query(`select ledger_close_day('infinity')`);
  expect(await countSinceSealed(db)).toBe(since);
  expect(await houseBalances(db)).toEqual(house);
  await sealDays(db, 'infinity');
  await expectRight();
});

it('a day that another worker is sealing at this moment is waited for and is not sealed again', async () => {
  await payIn(6n);
  await nextDay();
  const { day } = await one<{ day: string }>(db, `select ledger_close_day('infinity')::text as day`);
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
  const closed = `select ledger_close_day('infinity')::text as day`;
  const { first, second } = await inTransaction(db, async (tx) => {
    const first = await one<{ day: string }>(tx, closed);
    const second = Promise.allSettled([one<{ day: string }>(db, closed)]);
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1);
    return { first, second };
  });
  expect(await second).toEqual([{ status: 'fulfilled', value: first }]);
  await sealDays(db, 'infinity');
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
  await sealDays(db, 'infinity');
  const last = await lastSealed();
  await toMidnight(-60);
  const { postingId: evening } = await payIn(8n);
  await sealDays(db, 'infinity');
  expect(await lastSealed()).toBe(last);
  await toMidnight(0);
  const { postingId: night } = await payIn(9n);
  await sealDays(db, 'infinity');
  const days = await many(
    db,
    `select day - $1::date as day from ledger_postings
      left join ledger_days on posted_at >= starts_at and posted_at < ends_at where id = any ($2) order by id`,
    [last, [evening, night]],
  );
  expect(days).toEqual([{ day: 1 }, { day: null }]);
  await expectRight();
});

/** All of the books, each sealed day and what was posted since. */
async function expectRight(): Promise<void> {
  expect(await problems(db)).toEqual([]);
  const days = await many<{ day: string }>(db, 'select day::text from ledger_days');
  for (const day of [null, ...days.map((row) => row.day)]) expect(await problemsOf(db, day)).toEqual([]);
}
