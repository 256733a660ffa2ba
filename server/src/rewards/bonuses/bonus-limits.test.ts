import { afterAll, expect, test } from 'vitest';
import { newMember, PATIENT, type Player, signIn, spawnProduct, startPayingWorld } from '../../../test/harness.ts';
import { clearBonus, conditionOf, deposit, receiveBonus, refusal, rewardBooks } from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { one } from '../../platform/database.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
// The process and the database's sessions live in zones where Bangkok's days begin at 11:00 or 12:00.
const TZ = 'America/New_York';
await database.owner.query(
  `do $$ begin execute format('alter database %I set timezone = ''${TZ}''', current_database()); end $$`,
);
// The demo is sown only into an empty database, so a member comes first.
await newMember(product);
const abroad = await spawnProduct(database, {
  ...PATIENT,
  TZ,
  SANDBOX_URL: sandbox.url,
  ROLE: 'api',
  LOG_LEVEL: 'fatal',
});

const MAX_CLAIMED = refusal(422, 'BONUS_MAX_CLAIMED');
const SUNDAY = 7;
const MONDAY = 1;

/** Moves the clock to the next time that clocks in Bangkok show this; a minute is left before the next leap. */
async function moveTo(time: string, weekday?: number): Promise<void> {
  const { seconds } = await one<{ seconds: number }>(
    db,
    `select ceil(extract(epoch from min(at) - app_now()))::integer as seconds from (
        select (((app_now() at time zone 'Asia/Bangkok')::date + days) + $1::time) at time zone 'Asia/Bangkok' as at, days
          from generate_series(0, 8) days) moments
      where at > app_now() and ($2::integer is null
        or extract(isodow from at at time zone 'Asia/Bangkok') = $2)`,
    [time, weekday ?? null],
  );
  await sandbox.moveClock(seconds);
}

async function newDepositor(deposits: number) {
  const { username, password, id } = await newMember(product);
  const token = await signIn(product, { username, password, remember: true });
  const member = { id, token };
  for (let count = 0; count < deposits; count += 1) await deposit(product, sandbox, member, 100);
  return member;
}

/** Receives a bonus and cancels it, so that the next can be received. */
async function receive(member: Player, code: string) {
  const answer = await receiveBonus(abroad, member, code);
  if (answer.status === 200) expect((await clearBonus(abroad, member)).status).toBe(200);
  return answer.status === 200 ? 'received' : answer;
}

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test('the process and the database’s sessions live in another zone', async () => {
  const { rows } = await db.query<{ zone: string }>(
    `select setting as zone from pg_db_role_setting, unnest(setconfig) setting
      where setdatabase = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toEqual([{ zone: `TimeZone=${TZ}` }]);
});

test('twice a day: the day ends at midnight in Bangkok, and nowhere else', async () => {
  await moveTo('23:50:00');
  const member = await newDepositor(5);
  expect(await receive(member, 'DAILY20')).toBe('received');
  expect(await receive(member, 'DAILY20')).toBe('received');
  expect(await receive(member, 'DAILY20')).toEqual(MAX_CLAIMED);
  await moveTo('23:59:00');
  expect(await receive(member, 'DAILY20')).toEqual(MAX_CLAIMED);
  await moveTo('00:00:00');
  expect(await receive(member, 'DAILY20')).toBe('received');
  expect(await receive(member, 'DAILY20')).toBe('received');
  // Past midnight in Greenwich and in New York, while it is still the same day in Bangkok.
  for (const time of ['07:00:00', '11:00:00', '12:00:00', '23:58:00']) {
    await moveTo(time);
    expect([time, await receive(member, 'DAILY20')]).toEqual([time, MAX_CLAIMED]);
  }
});

test('a receipt of the last moment of a day is yesterday’s, one of the first moment is today’s', async () => {
  await moveTo('09:00:00');
  const member = await newDepositor(4);
  expect(await receive(member, 'DAILY20')).toBe('received');
  expect(await receive(member, 'DAILY20')).toBe('received');
  const midnight = `date_trunc('day', app_now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`;
  const setReceipts = (moment: string) =>
    db.query(`update conditions set started_at = ${moment} where member_id = $1`, [member.id]);
  await setReceipts(midnight);
  expect(await receive(member, 'DAILY20')).toEqual(MAX_CLAIMED);
  await setReceipts(`${midnight} - interval '1 microsecond'`);
  expect(await receive(member, 'DAILY20')).toBe('received');
});

test('three times a week: the week begins on Monday in Bangkok', async () => {
  await moveTo('23:50:00', SUNDAY - 1);
  const member = await newDepositor(5);
  expect(await receive(member, 'WEEK10')).toBe('received');
  expect(await receive(member, 'WEEK10')).toBe('received');
  await moveTo('00:00:00', SUNDAY);
  expect(await receive(member, 'WEEK10')).toBe('received');
  expect(await receive(member, 'WEEK10')).toEqual(MAX_CLAIMED);
  await moveTo('23:50:00', SUNDAY);
  await deposit(product, sandbox, member, 100);
  expect(await receive(member, 'WEEK10')).toEqual(MAX_CLAIMED);
  await moveTo('00:00:00', MONDAY);
  expect(await receive(member, 'WEEK10')).toBe('received');
});

test('a bonus that is limited for ever does not come back with the days', async () => {
  const member = await newDepositor(1);
  expect(await receive(member, 'NEW100')).toBe('received');
  await sandbox.moveClock(9 * 24 * 60 * 60);
  await deposit(product, sandbox, member, 100);
  expect(await receive(member, 'NEW100')).toEqual(MAX_CLAIMED);
});

test('a deposit earns for a day and not longer, by the product’s clock', async () => {
  const [early, late] = [await newDepositor(1), await newDepositor(1)];
  await sandbox.moveClock(23 * 60 * 60 + 58 * 60);
  expect((await receiveBonus(abroad, early, 'NEW100')).status).toBe(200);
  expect(await conditionOf(abroad, early)).toMatchObject({ credit: 100 });
  await sandbox.moveClock(2 * 60);
  expect(await receiveBonus(abroad, late, 'NEW100')).toEqual(refusal(422, 'BONUS_CONDITION'));
  await deposit(product, sandbox, late, 150);
  expect((await receiveBonus(abroad, late, 'NEW100')).status).toBe(200);
  expect(await conditionOf(abroad, late)).toMatchObject({ credit: 150 });
});
