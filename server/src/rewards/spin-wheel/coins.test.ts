import { expect, test, vi } from 'vitest';
import { gamble, payIn } from '../../../test/friends.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  makeQrcode,
  newLaoRegistration,
  newMember,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  withdraw,
} from '../../../test/harness.ts';
import { claim, coinsOf, giveCoins, setupOf, spin, win } from '../../../test/wheel.ts';
import { problems } from '../../ledger/ledger.ts';
import { many, one } from '../../platform/database.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';

const { product, sandbox, database } = await startPayingWorld();
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });

type Member = Awaited<ReturnType<typeof newMember>>;
const deposit = (member: Member, amount: number) => payIn(product, sandbox, member, amount, { by: 'KBANK' });
const coins = (member: Player) => coinsOf(product, member);

/** Waits until the channel has the payout, so that no other payout gets `result`. */
function withdrawWith(result: 'paid' | 'refused' | 'silent', member: Player, amount: number): Promise<string> {
  return oneAtATime('payouts', async () => {
    await sandbox.nextPayout(result);
    expect(await withdraw(product, member, amount)).toMatchObject({ status: 200 });
    return vi.waitFor(async () => {
      const own = (await sandbox.payouts()).find(({ reference }) => reference.startsWith(`${member.id}-`));
      return own?.reference ?? expect.fail('the channel has no payout of the member');
    }, BY_ITSELF);
  });
}
const nothingLeaves = (member: Player) =>
  vi.waitFor(async () => expect((await mainWalletOf(product, member)).withdrawing).toBe(0), BY_ITSELF);

test.concurrent.for([
  ['499.99 earn none, and what is missing earns one', [499.99, 1], [0, 1]],
  ['500 earn one', [500], [1]],
  ['1,000 in two parts earn two', [500, 500], [1, 2]],
  ['what is left over counts for the next', [1250, 250], [2, 3]],
] as const)('%s', async ([_name, deposits, expected], { expect }) => {
  const member = await newMember(product);
  for (const [at, amount] of deposits.entries()) {
    await deposit(member, amount);
    expect(await coins(member)).toBe(expected[at]);
  }
});

/** Moves the clock to the next time that clocks in Bangkok show this. */
async function moveTo(time: string): Promise<void> {
  const { seconds } = await one<{ seconds: number }>(
    database.db,
    `select ceil(extract(epoch from here::date + $1::time - here + case when here::time < $1::time then interval '0'
        else interval '1 day' end))::integer as seconds
      from (select app_now() at time zone 'Asia/Bangkok' as here) clock`,
    [time],
  );
  await sandbox.moveClock(seconds);
}

test('a day’s deposits earn thirty coins at most, and the next day’s earn again', async () => {
  await moveTo('23:50');
  const member = await newMember(product);
  await deposit(member, 14_500);
  expect(await coins(member)).toBe(29);
  await deposit(member, 5_000);
  expect(await coins(member)).toBe(30);
  await deposit(member, 500);
  expect(await coins(member)).toBe(30);
  await moveTo('00:00');
  await deposit(member, 1_000);
  expect(await coins(member)).toBe(32);
  await deposit(member, 20_000);
  expect(await coins(member)).toBe(60);
});

test.concurrent('the same money in, out and in again earns once; money beyond it earns', async ({ expect }) => {
  const member = await newMember(product);
  await deposit(member, 500);
  await withdrawWith('paid', member, 500);
  await nothingLeaves(member);
  await deposit(member, 500);
  expect(await coins(member)).toBe(1);
  await deposit(member, 500);
  expect(await coins(member)).toBe(2);
});

test.concurrent('money paid in while as much is still on its way out earns nothing', async ({ expect }) => {
  const member = await newMember(product);
  await deposit(member, 500);
  const payout = await withdrawWith('silent', member, 500);
  await deposit(member, 500);
  expect(await coins(member)).toBe(1);
  // The withdrawal comes back: now a thousand has stayed.
  await sandbox.decidePayout(payout, 'refused');
  await nothingLeaves(member);
  expect(await coins(member)).toBe(2);
});

test.concurrent('a withdrawal that comes back takes nothing and brings nothing', async ({ expect }) => {
  const member = await newMember(product);
  await deposit(member, 500);
  await withdrawWith('refused', member, 500);
  await nothingLeaves(member);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 500 });
  expect(await coins(member)).toBe(1);
  await deposit(member, 500);
  expect(await coins(member)).toBe(2);
});

test.concurrent('winnings that were withdrawn are paid in again without a coin', async ({ expect }) => {
  const member = await newMember(product);
  await deposit(member, 500);
  await gamble(product, sandbox, member, 1000);
  await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'wallet' } });
  await withdrawWith('paid', member, 1500);
  await nothingLeaves(member);
  await deposit(member, 1500);
  expect(await coins(member)).toBe(1);
});

test.concurrent('a payment that is told of three times earns once', async ({ expect }) => {
  const member = await newMember(product);
  const { qrcodeId } = await makeQrcode(product, member, 'WW', 500);
  await sandbox.pay(qrcodeId, { times: 3 });
  await expect.poll(async () => (await mainWalletOf(product, member)).amount, BY_ITSELF).toBe(500);
  await product.call(`GET /api/qrcode/WW`, { token: member.token });
  expect(await coins(member)).toBe(1);
});

test.concurrent('in kip a coin is 300,000', async ({ expect }) => {
  const member = await newMember(laos, newLaoRegistration());
  await payIn(laos, sandbox, member, 299_999, { by: 'BCEL' });
  expect(await coinsOf(laos, member)).toBe(0);
  await payIn(laos, sandbox, member, 1, { by: 'BCEL' });
  expect(await coinsOf(laos, member)).toBe(1);
  expect(await setupOf(laos, member)).toMatchObject({ coinPrice: 300_000 });
});

test('a member in kip spins the wheel in kip, at the cost of its budget, and claims kip', async () => {
  const member = await newMember(laos, newLaoRegistration());
  await giveCoins(database.db, member, 500);
  const spent = async () => {
    const sql = `select currency, spent from campaigns where kind = 'luckydraw'`;
    const rows = await many<{ currency: string; spent: bigint }>(database.db, sql);
    return Object.fromEntries(rows.map((row) => [row.currency, row.spent]));
  };
  const prize = `select case prize_type when 'coin' then 0 else amount end as amount from wheel_slices
    join wheels on id = wheel_id where currency = 'LAK' and replaced_at is null and code = $1`;
  const before = await spent();
  let drawn = 0n;
  while (drawn === 0n) {
    const { result } = await spin(laos, member);
    drawn = (await one<{ amount: bigint }>(database.db, prize, [result?.code])).amount;
  }
  expect(await spent()).toEqual({ ...before, LAK: (before.LAK ?? 0n) + drawn });
  const coupon = await win(database.db, member, 'CREDIT10', 'LAK');
  expect(await claim(laos, member, coupon)).toMatchObject({ status: 200, body: { amount: 6_000 } });
  expect(await mainWalletOf(laos, member)).toMatchObject({ amount: 6_000 });
});

test('in the end the books are right', async () => {
  expect(await problems(database.db)).toEqual([]);
});
