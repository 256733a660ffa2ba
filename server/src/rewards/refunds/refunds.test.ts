import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newMember,
  newPlayer,
  type Player,
  signIn,
  startPatientNode,
  startPayingWorld,
  statementOf,
  transfer,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { nextDay as moveToNextDay, play, receivePromotion, refusal } from '../../../test/rewards.ts';
import { findCampaign, shareOf } from '../../conditions/campaigns.ts';
import { problems } from '../../ledger/ledger.ts';
import { refundOf } from './receive-refund.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const otherNode = await startPatientNode(database, sandbox);

const DONE = { status: 200, body: { message: 'REFUND_SUCCESS' } };
const call = async (
  { token }: Player,
  what: string,
  { key, at = product }: { key?: string; at?: typeof product } = {},
) => {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const { status, body } = await at.call(`GET /api/refund/${what}`, { token, headers });
  return { status, body };
};
const received = async ({ token }: Player, body: object = { page: 1, limit: 10 }) =>
  (await product.call('POST /api/refund', { token, body })).body as {
    total: number;
    refunds: { refundAmount: number; createdAt: string }[];
  };
const checked = async (member: Player) => (await call(member, 'check')).body;

const nextDay = () => moveToNextDay(sandbox, db);
await nextDay();

/** A member signed in for a month of the product's time, with a thousand baht in a game. */
async function newGambler(inGame = 1000, wallet = 0) {
  const player = await newPlayer(product, { wallet, pg: inGame });
  const { username, password } = player;
  return { ...player, token: await signIn(product, { username, password, remember: true }) };
}
type Gambler = Awaited<ReturnType<typeof newGambler>>;

async function result(member: Gambler, change: number): Promise<void> {
  await play(sandbox, 'pg', member, change);
  await walletOf(product, member);
}

/** A member who lost a thousand baht yesterday, and brought nothing home. */
async function yesterdaysLoser(wallet = 0): Promise<Gambler> {
  const member = await newGambler(1000, wallet);
  await result(member, -1000);
  await nextDay();
  return member;
}

test('five percent of what was lost can be received once the day is over, and not before', async () => {
  const member = await newGambler();
  await result(member, -999.99);
  expect(await checked(member)).toMatchObject({ result: false, bonus: false, refundAmount: 0, pot: 0 });
  expect(await call(member, 'receive')).toEqual(refusal(422, 'NO_REFUND'));
  await nextDay();
  const terms = { bonus: false, info: expect.stringContaining('5%'), rate: 5, refundSuccess: 100, refundFail: 0 };
  // The refund is 49.9995, and the house keeps the parts of a satang.
  expect(await checked(member)).toEqual({ ...terms, result: true, refundAmount: 49.99, pot: 0 });
  expect(await call(member, 'receive')).toEqual(DONE);
  expect(await checked(member)).toEqual({ ...terms, result: false, refundAmount: 0, pot: 49.99 });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0 });
});

test('a member who has never lost on a day that is over has no refund', async () => {
  const [newcomer, winner] = [await newMember(product), await newGambler()];
  await result(winner, 500);
  expect(await call(newcomer, 'receive')).toEqual(refusal(422, 'NO_REFUND'));
  await nextDay();
  expect(await call(winner, 'receive')).toEqual(refusal(422, 'NO_REFUND'));
});

test('a loss that was won back on the same day is not refunded', async () => {
  const member = await newGambler();
  await result(member, -900);
  await result(member, 900);
  await nextDay();
  expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0 });
  expect(await call(member, 'receive')).toEqual(refusal(422, 'NO_REFUND'));
});

test('a loss that was won back on the same day is not refunded even if the win is read on the next day', async () => {
  const [receiver, looker] = [await newGambler(), await newGambler()];
  for (const member of [receiver, looker]) {
    await result(member, -900);
    await play(sandbox, 'pg', member, 900);
  }
  await nextDay();
  await walletOf(product, looker);
  for (const member of [receiver, looker]) {
    expect(await call(member, 'receive')).toEqual(refusal(422, 'NO_REFUND'));
    expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0, pot: 0 });
  }
});

test('losing again what was won back earns nothing; what lies below does', async () => {
  const member = await newGambler(2000);
  await result(member, -1000);
  await nextDay();
  expect(await call(member, 'receive')).toEqual(DONE);
  for (const change of [600, -600, 1000, -500, -500]) {
    await result(member, change);
    await nextDay();
    expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_MINIMUM'));
  }
  await result(member, -200);
  await nextDay();
  expect(await checked(member)).toMatchObject({ result: true, refundAmount: 10 });
  expect(await call(member, 'receive')).toEqual(DONE);
  expect(await checked(member)).toMatchObject({ result: false, pot: 60 });
});

test('winnings of days before count too: only the sum below nought is refunded', async () => {
  const member = await newGambler();
  await result(member, 400);
  await nextDay();
  await result(member, -400);
  await nextDay();
  expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_MINIMUM'));
  await result(member, -100);
  await nextDay();
  expect(await checked(member)).toMatchObject({ refundAmount: 5 });
});

test('a low that was won back on a later day is refunded once', async () => {
  const member = await newGambler(2000);
  await result(member, -1000);
  await nextDay();
  await walletOf(product, member);
  await result(member, 3000);
  await nextDay();
  expect(await checked(member)).toMatchObject({ result: true, refundAmount: 50 });
  expect(await call(member, 'receive')).toEqual(DONE);
  expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_MINIMUM'));
});

test('a week refunds five thousand at most; what is over can be received when the week is', async () => {
  const member = await newGambler(150_000);
  await result(member, -80_000);
  await nextDay();
  expect(await checked(member)).toMatchObject({ refundAmount: 4_000 });
  expect(await call(member, 'receive')).toEqual(DONE);
  await result(member, -50_000.01);
  await nextDay();
  expect(await checked(member)).toMatchObject({ refundAmount: 1_000, pot: 4_000 });
  expect(await call(member, 'receive')).toEqual(DONE);
  expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0, pot: 5_000 });
  expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_MINIMUM'));
  for (let day = 0; day < 5; day += 1) await nextDay();
  expect(await checked(member)).toMatchObject({ refundAmount: 0 });
  await nextDay();
  // Noon is the hour of the first refund as well.
  await sandbox.moveClock(60 * 60);
  expect(await checked(member)).toMatchObject({ result: true, refundAmount: 1_500, pot: 5_000 });
  expect(await call(member, 'receive')).toEqual(DONE);
  for (let day = 0; day < 8; day += 1) await nextDay();
  expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0, pot: 6_500 });
});

type Stood = { low: bigint; refunded?: bigint; lately?: bigint; rate?: bigint };

/** One new low, from where refunds have reached down. */
function lowsTo({ low, refunded = 0n, lately = 0n, rate = 5n }: Stood) {
  return { has_loss: true, refunded, lately, newLows: low < refunded ? [{ top: refunded, low, rate }] : [] };
}

test('in kip a week refunds three million at most, and the low moves only as far as that', async () => {
  const programme = (await findCampaign(db, 'refund', '', 'LAK')) ?? expect.fail('no programme in kip');
  const low = -70_000_000_00n;
  const week = { refundAWeek: 5_000 };
  expect(refundOf(lowsTo({ low }), programme, week)).toEqual({ amount: 3_000_000_00n, low: -60_000_000_00n });
  const later = lowsTo({ low, refunded: -60_000_000_00n, lately: 2_900_000_00n });
  expect(refundOf(later, programme, week)).toEqual({ amount: 100_000_00n, low: -62_000_000_00n });
});

test.each(['BAHT', 'LAK'] as const)(
  'in %s the weeks that a refund is cut into never give more than the share of the loss, whatever the rate',
  async (currency) => {
    const given = (await findCampaign(db, 'refund', '', currency)) ?? expect.fail('no programme');
    const aWeek = currency === 'LAK' ? 3_000_000_00n : 5_000_00n;
    for (const rate of [3n, 7n, 100n])
      for (let more = 1n; more <= 100n; more += 1n) {
        const programme = { ...given, rate_percent: Number(rate) };
        const low = -(aWeek * 100n) / rate - more;
        const first = refundOf(lowsTo({ low, rate }), programme, { refundAWeek: 5_000 });
        expect(first.amount).toBe(shareOf(-low, programme) < aWeek ? shareOf(-low, programme) : aWeek);
        const lows = lowsTo({ low, refunded: first.low, rate });
        const lacks =
          shareOf(-low, programme) - first.amount - refundOf(lows, programme, { refundAWeek: 5_000 }).amount;
        expect([0n, 1n], `${rate} % of ${-low}`).toContain(lacks);
      }
  },
);

test('what a week leaves is all of it or nothing: exactly as much is given whole, and where more was given before, nothing', async () => {
  const programme = (await findCampaign(db, 'refund', '', 'BAHT')) ?? expect.fail('no programme');
  const given = (low: bigint, lately: bigint) => refundOf(lowsTo({ low, lately }), programme, { refundAWeek: 5_000 });
  // The share of 0.19 is less than a satang: it is given with the rest, and not kept for the next loss.
  expect(given(-100_000_19n, 0n)).toEqual({ amount: 5_000_00n, low: -100_000_19n });
  expect(given(-1_000_00n, 5_000_01n)).toEqual({ amount: 0n, low: 0n });
});

test('less than a satang cannot be received, and an empty pot adds nothing', async () => {
  const member = await newGambler();
  await play(sandbox, 'pg', member, -0.19);
  await walletOf(product, member);
  await nextDay();
  expect(await checked(member)).toMatchObject({ result: false, refundAmount: 0 });
  expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_MINIMUM'));
  expect(await call(member, 'addWallet')).toEqual(refusal(422, 'REFUND_MINIMUM'));
});

test('while a condition runs nothing is received and nothing added, and what is lost in it is not refunded', async () => {
  const member = await newGambler(2000, 0);
  await result(member, -1000);
  await nextDay();
  expect(await call(member, 'receive')).toEqual(DONE);
  await result(member, -200);
  await nextDay();
  expect(await receivePromotion(product, member)).toMatchObject({ status: 200 });
  expect(await checked(member)).toMatchObject({ result: false, bonus: true, refundAmount: 10, pot: 50 });
  expect(await call(member, 'receive')).toEqual(refusal(422, 'REFUND_CONDITION'));
  expect(await call(member, 'addWallet')).toEqual(refusal(422, 'REFUND_CONDITION'));

  // Less than a twentieth of 850 is left: the condition has failed, and no reading has found that yet; two will.
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 50 });
  await play(sandbox, 'pg', member, -820);
  const ended = { result: true, bonus: false, refundAmount: 10 };
  await expect.poll(() => checked(member), BY_ITSELF).toMatchObject(ended);
  await nextDay();
  expect(await checked(member)).toMatchObject({ refundAmount: 10 });
  expect(await call(member, 'receive')).toEqual(DONE);
  expect(await call(member, 'addWallet')).toEqual(DONE);
  expect(await walletOf(product, member)).toMatchObject({ amounts: { wallet: 60, pg: 30 } });
});

test('a closed programme gives nothing more, but what is in the pot can be had', async () => {
  const [saver, late] = [await yesterdaysLoser(), await yesterdaysLoser()];
  expect(await call(saver, 'receive')).toEqual(DONE);
  const open = (isOpen: boolean) =>
    db.query(`update campaigns set is_open = $1 where kind = 'refund' and currency = 'BAHT'`, [isOpen]);
  await open(false);
  try {
    expect(await call(late, 'receive')).toEqual(refusal(422, 'REFUND_INACTIVE'));
    expect(await checked(late)).toMatchObject({ result: false, refundAmount: 0 });
    expect(await call(late, 'banners')).toEqual({ status: 200, body: [] });
    expect(await call(saver, 'addWallet')).toEqual(DONE);
  } finally {
    await open(true);
  }
  expect(await mainWalletOf(product, saver)).toMatchObject({ amount: 50 });
  expect(await call(late, 'receive')).toEqual(DONE);
});

test('money added from the pot is the member’s own at once, and can be withdrawn', async () => {
  const member = await yesterdaysLoser(100);
  const key = randomUUID();
  await call(member, 'receive');
  expect(await call(member, 'addWallet', { key })).toEqual(DONE);
  expect(await checked(member)).toMatchObject({ bonus: false, pot: 0 });
  const [finish, bonus] = await statementOf(product, member);
  expect(bonus).toMatchObject({
    ...{ id: key, statementType: 'bonus', status: 'SUCCESS', to: 'wallet', amount: 50 },
    refund: { description: '5%' },
  });
  expect(finish).toMatchObject({ statementType: 'finish_bonus', status: 'SUCCESS', amount: 0 });
  expect(await withdraw(product, member, 150)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
});

test('fifty calls at once, by two nodes, receive a refund once and add it once', async () => {
  const member = await yesterdaysLoser();
  const fifty = (what: string) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => call(member, what, { at: at % 2 ? product : otherNode })));
  for (const what of ['receive', 'addWallet']) {
    const answers = await fifty(what);
    expect(answers.filter(({ status }) => status === 200)).toEqual([DONE]);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([refusal(422, 'REFUND_MINIMUM'), refusal(503, 'SERVICE_UNAVAILABLE')]).toContainEqual({ status, body });
  }
  expect(await received(member)).toMatchObject({ total: 1, refunds: [{ refundAmount: 50 }] });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 50 });
});

test('the same key fifty times is one refund and fifty equal answers, and later still the same', async () => {
  const member = await yesterdaysLoser();
  for (const what of ['receive', 'addWallet']) {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(member, what, { key })));
    for (const answer of [...answers, await call(member, what, { key })]) expect(answer).toEqual(DONE);
  }
  expect(await received(member)).toMatchObject({ total: 1 });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 50 });
});

test('refunds are listed newest first, in pages, and only the member’s own', async () => {
  const member = await newGambler(3000);
  for (const loss of [-100, -200, -300]) {
    await result(member, loss);
    await nextDay();
    await call(member, 'receive');
  }
  const { total, refunds } = await received(member);
  expect({ total, amounts: refunds.map(({ refundAmount }) => refundAmount) }).toEqual({
    total: 3,
    amounts: [15, 10, 5],
  });
  const times = refunds.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect(await received(member, { page: 2, limit: 2 })).toEqual({ total: 3, refunds: refunds.slice(2) });
  expect(await received(member, { page: 4, limit: 2 })).toEqual({ total: 3, refunds: [] });
  expect(await received(await newMember(product))).toEqual({ total: 0, refunds: [] });
});

test('while money is on its way to the bank nothing is added; if it comes back, it is', async () => {
  const member = await yesterdaysLoser(100);
  await call(member, 'receive');
  await sandbox.nextPayout('silent');
  await withdraw(product, member, 100);
  expect(await call(member, 'addWallet')).toEqual(refusal(422, 'WITHDRAWAL_PENDING'));
  const payout = async () => (await sandbox.payouts()).find(({ reference }) => reference.startsWith(`${member.id}-`));
  await expect.poll(payout, BY_ITSELF).toBeDefined();
  await sandbox.decidePayout((await payout())?.reference ?? '', 'refused');
  await expect.poll(() => mainWalletOf(product, member), BY_ITSELF).toMatchObject({ amount: 100, withdrawing: 0 });
  expect(await call(member, 'addWallet')).toEqual(DONE);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 150 });
});

test('while a game that holds money cannot be read nothing is received and nothing added', async () => {
  const member = await newGambler(2000);
  await result(member, -1000);
  await nextDay();
  for (const what of ['receive', 'addWallet']) {
    await sandbox.fault({ target: 'games/pg', call: 'balance', mode: 'garbage', times: 1 });
    expect(await call(member, what)).toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
    expect(await sandbox.faultsLeft('games/pg', 'balance')).toBe(0);
    expect(await call(member, what)).toEqual(DONE);
  }
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 50 });
});

test('banners and terms are in the language that is asked for', async () => {
  const { token } = await newMember(product);
  for (const [query, headers, banner, info] of [
    ['?locale=en', {}, 'back', 'Bangkok time'],
    ['?locale=la', {}, 'ເງິນຄືນ', 'ທ່ຽງຄືນ'],
    ['', { 'accept-language': 'en-GB,th' }, 'back', 'Bangkok time'],
    ['', {}, 'เงินคืน', 'เที่ยงคืน'],
  ] as const) {
    const { body } = await product.call(`GET /api/refund/banners${query}`, { token, headers });
    expect(body).toMatchObject([{ image: expect.any(String), html: expect.stringContaining(banner) }, {}]);
    const check = await product.call(`GET /api/refund/check${query}`, { token, headers });
    expect(check.body).toMatchObject({ info: expect.stringContaining(info) });
  }
});

test('in the end the books are right, and nothing was spent that no refund was given for', async () => {
  const { rows } = await db.query(
    `select (select sum(amount) from refunds) = spent as is_right from campaigns where kind = 'refund' and currency = 'BAHT'`,
  );
  expect(rows).toEqual([{ is_right: true }]);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
