import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  newPlayer,
  openGame,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import {
  clearBonus,
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  refusal,
  rewardBooks,
} from '../../../test/rewards.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { receiptsOf } from './bonuses.queries.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const laos = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });
await db.query(
  `insert into campaigns (kind, code, currency, is_open, position, rate_percent, cap, minimum, limit_type, max_received,
      success_percent, fail_percent, budget)
    values ('bonus', 'BIG', 'BAHT', true, 10, 50, 100000, 20000, 'limit', 9, 300, 5, null),
      ('bonus', 'OVER', 'BAHT', false, 11, 50, 100000, 0, 'limit', 9, 300, 5, null),
      ('bonus', 'SCARCE', 'BAHT', true, 12, 100, 10000, 0, 'limit', 9, 300, 5, 39999)`,
);
await db.query(
  `insert into campaigns (kind, code, currency, is_open, credit, success_percent, fail_percent)
    values ('promotion', 'NEW100', 'BAHT', true, 1000, 300, 5)`,
);

const NOTHING_QUALIFIES = refusal(422, 'BONUS_CONDITION');
const CLEARED = { status: 200, body: { status: 'SUCCESS', message: 'BONUS_CLEAR' } };
const receive = (member: Player, code: string, key?: string) => receiveBonus(product, member, code, key);
const inWallet = async (member: Player) => (await mainWalletOf(product, member)).amount;
const creditOf = async (member: Player) => ((await conditionOf(product, member)) as { credit?: number }).credit;

async function depositor(...amounts: number[]) {
  const member = await newPlayer(product);
  for (const amount of amounts) await deposit(product, sandbox, member, amount);
  return member;
}

async function withdrawalEnds(member: Player, result: 'paid' | 'refused', amount: number): Promise<void> {
  await sandbox.nextPayout(result);
  const { id } = (await withdraw(product, member, amount)).body as { id: string };
  await vi.waitFor(async () => {
    const entry = (await statementOf(product, member)).find((candidate) => candidate.id === id);
    expect(entry?.status).toBe(result === 'paid' ? 'SUCCESS' : 'FAILED');
  }, BY_ITSELF);
}
const [returned, paidOut] = [await depositor(500), await depositor(200, 500)];
await withdrawalEnds(returned, 'refused', 500);
await withdrawalEnds(paidOut, 'paid', 100);

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test.concurrent('a credit that operators moved to another member is that one’s deposit, and no longer the first’s', async () => {
  const [wrong, between, rightful] = [await depositor(400), await newPlayer(product), await newPlayer(product)];
  const { rows } = await db.query<{ id: bigint }>('select id from payments where member_id = $1', [wrong.id]);
  for (const { id } of [between, rightful]) await operatorOf(db)('payments move', String(rows[0]?.id), id);
  for (const member of [wrong, between]) expect(await receive(member, 'BIG')).toEqual(NOTHING_QUALIFIES);
  expect((await receive(rightful, 'BIG')).status).toBe(200);
  expect(await creditOf(rightful)).toBe(200);
});

test.concurrent('a deposit that is disputed earns nothing until the dispute is over', async ({ expect }) => {
  const member = await depositor(300);
  await db.query(
    `insert into disputes (payment_id, member_id, why, frozen)
      select id, member_id, 'a test', 0 from payments where member_id = $1`,
    [member.id],
  );
  expect(await receive(member, 'NEW100')).toEqual(NOTHING_QUALIFIES);
  await db.query('update disputes set ended_at = app_now() where member_id = $1', [member.id]);
  expect((await receive(member, 'NEW100')).status).toBe(200);
  expect(await creditOf(member)).toBe(300);
});

test.concurrent.for([
  ['NEW100', 100, 100],
  ['NEW100', 500.01, 500],
  ['DAILY20', 333.33, 66.66],
  ['DAILY20', 1000.01, 200],
  ['WEEK10', 100.09, 10],
  ['week10', 5000, 300],
] as const)('%s of a deposit of %d is %d', async ([code, amount, credit], { expect }) => {
  const member = await depositor(amount);
  expect(await receive(member, code)).toEqual({
    status: 200,
    body: {
      _id: `${member.id}-${code.toUpperCase()}`,
      isActive: true,
      received: [{ updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
    },
  });
  const start = Number((amount + credit).toFixed(2));
  expect(await inWallet(member)).toBe(start);
  const terms = { type: 'bonus', code: code.toUpperCase(), success: 300, fail: 5, isClearing: false, isEnding: false };
  expect(await conditionOf(product, member)).toEqual({ status: true, ...terms, credit, start, total: start });
  expect((await statementOf(product, member))[0]).toMatchObject({
    statementType: 'bonus',
    status: 'SUCCESS',
    amount: credit,
    bonus: { description: code.toUpperCase() },
  });
});

test.concurrent('a deposit below the minimum earns nothing, the minimum itself does', async ({ expect }) => {
  const [below, least] = [await depositor(199.99), await depositor(200)];
  const { body } = await product.call('GET /api/bonus/check/minimum', { token: below.token });
  // The first bonus has a minimum of 1, BIG one of 200, and SCARCE none.
  expect(body).toEqual({ minimum: 0 });
  expect(await receive(below, 'BIG')).toEqual(NOTHING_QUALIFIES);
  expect((await receive(least, 'BIG')).status).toBe(200);
  expect(await creditOf(least)).toBe(100);
});

test.concurrent.for([
  ['NEW100', 200.5, 99.5],
  ['DAILY20', 200.5, 19.9],
  ['NEW100', 300, 0],
] as const)('%s: of a deposit of 300, %d of which were lost, is %d', async ([code, lost, credit], { expect }) => {
  const member = await depositor(300);
  const { username: gameUsername } = await openGame(product, member, 'pg');
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: lost });
  await play(sandbox, 'pg', { gameUsername }, -lost);
  const answer = await receive(member, code);
  if (credit === 0) return expect(answer).toEqual(NOTHING_QUALIFIES);
  expect(answer.status).toBe(200);
  expect(await creditOf(member)).toBe(credit);
});

test.concurrent('the newest deposit counts, then the one before it, and each once for ever', async ({ expect }) => {
  const member = await depositor(100, 300);
  for (const [code, credit] of [
    ['DAILY20', 60],
    ['WEEK10', 10],
  ] as const) {
    expect((await receive(member, code)).status).toBe(200);
    expect(await creditOf(member)).toBe(credit);
    expect(await clearBonus(product, member)).toEqual(CLEARED);
  }
  for (const code of ['NEW100', 'DAILY20', 'WEEK10', 'BIG'])
    expect(await receive(member, code)).toEqual(NOTHING_QUALIFIES);
  expect(await inWallet(member)).toBe(400);
});

test.concurrent('without a deposit there is nothing to receive, however much there is', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 1000 });
  expect(await receive(member, 'NEW100')).toEqual(NOTHING_QUALIFIES);
});

test.concurrent('a deposit that a withdrawal followed earns nothing, nor do those before it; a newer one does', async ({
  expect,
}) => {
  expect(await receive(paidOut, 'NEW100')).toEqual(NOTHING_QUALIFIES);
  await deposit(product, sandbox, paidOut, 120);
  expect((await receive(paidOut, 'NEW100')).status).toBe(200);
  expect(await creditOf(paidOut)).toBe(120);
});

test.concurrent('a withdrawal that came back does not count', async ({ expect }) => {
  expect((await receive(returned, 'NEW100')).status).toBe(200);
  expect(await creditOf(returned)).toBe(500);
});

test.concurrent('attack: one deposit, in and out again and again, never earns twice', async ({ expect }) => {
  const member = await depositor(200, 300);
  expect((await receive(member, 'BIG')).status).toBe(200);
  expect(await withdraw(product, member, 500)).toMatchObject(refusal(422, 'BONUS_CONDITION'));
  expect(await clearBonus(product, member)).toEqual(CLEARED);
  const { id } = (await withdraw(product, member, 500)).body as { id: string };
  const status = async () => (await statementOf(product, member)).find((entry) => entry.id === id)?.status;
  await expect.poll(status, BY_ITSELF).toBe('SUCCESS');
  // The older deposit was never used, but its money has gone.
  expect(await receive(member, 'BIG')).toEqual(NOTHING_QUALIFIES);
  await deposit(product, sandbox, member, 500);
  const { status: second, body } = await receive(member, 'BIG');
  const times = (body as { received: { updatedAt: string }[] }).received.map(({ updatedAt }) => updatedAt);
  expect([second, times]).toEqual([200, [expect.any(String), times.toSorted()[0]]]);
  expect(await creditOf(member)).toBe(250);
  expect(await clearBonus(product, member)).toEqual(CLEARED);
  expect(await receive(member, 'BIG')).toEqual(NOTHING_QUALIFIES);
  // 1,000 came in and 500 went out: the member has not a satang more.
  expect(await inWallet(member)).toBe(500);
});

test.concurrent('a bonus that can be received once is received once, also where it was cancelled', async ({
  expect,
}) => {
  const member = await depositor(100, 100);
  expect((await receive(member, 'NEW100')).status).toBe(200);
  expect(await clearBonus(product, member)).toEqual(CLEARED);
  expect(await receive(member, 'NEW100')).toEqual(refusal(422, 'BONUS_MAX_CLAIMED'));
  expect((await receive(member, 'DAILY20')).status).toBe(200);
});

test.concurrent('a promotion and a bonus of the same code are two rewards, whichever is received first', async ({
  expect,
}) => {
  const [promoted, rewarded] = [await depositor(100), await depositor(100)];
  const promote = async ({ token }: Player) =>
    (await product.call('GET /api/promotion/activate/NEW100', { token })).status;
  expect(await promote(promoted)).toBe(200);
  expect(await clearBonus(product, promoted)).toEqual(CLEARED);
  const { body } = await product.call('GET /api/bonus', { token: promoted.token });
  expect(body).toContainEqual(expect.objectContaining({ code: 'NEW100', userBonus: null }));
  expect((await receive(promoted, 'NEW100')).status).toBe(200);
  expect((await receive(rewarded, 'NEW100')).status).toBe(200);
  expect(await clearBonus(product, rewarded)).toEqual(CLEARED);
  expect(await promote(rewarded)).toBe(200);
});

test.concurrent('a budget for three is never overdrawn by twenty at once', async ({ expect }) => {
  const members = await Promise.all(Array.from({ length: 20 }, () => depositor(100)));
  const answers = await Promise.all(members.map((member) => receive(member, 'SCARCE')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toEqual(refusal(422, 'BONUS_FULL'));
  const { rows } = await db.query(`select spent::text from campaigns where code = 'SCARCE'`);
  expect(rows).toEqual([{ spent: '30000' }]);
  const wallets = await Promise.all(members.map(inWallet));
  expect(wallets.sort((a, b) => b - a)).toEqual([...Array(3).fill(200), ...Array(17).fill(100)]);
});

test.concurrent('unknown codes, closed bonuses and codes of other rewards are not there', async ({ expect }) => {
  const member = await depositor(100);
  for (const code of ['NOBODY', 'OVER', 'WELCOME50', '%20', 'NEW100X'])
    expect({ code, ...(await receive(member, code)) }).toEqual({ code, ...refusal(404, 'NO_DATA') });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
});

test.concurrent('the list tells the terms and what this member received; closed ones are not in it', async ({
  expect,
}) => {
  const member = await depositor(100);
  const list = async () => (await product.call('GET /api/bonus?locale=en', { token: member.token })).body;
  const NEW100 = {
    code: 'NEW100',
    type: 'limit',
    maxReceived: 1,
    rate: 100,
    cap: 500,
    minimum: 1,
    percentSuccess: 300,
    percentFail: 5,
    earns: 100,
    banners: [{ image: '/art/rewards/new100.svg', html: expect.stringContaining('Welcome') }],
    userBonus: null,
  };
  expect(await list()).toMatchObject([
    NEW100,
    { code: 'DAILY20', type: 'day', maxReceived: 2, rate: 20, cap: 200 },
    { code: 'WEEK10', type: 'week', maxReceived: 3, rate: 10, cap: 300 },
    { code: 'BIG', minimum: 200 },
    { code: 'SCARCE', minimum: 0 },
  ]);
  await receive(member, 'NEW100');
  const received = [{ updatedAt: expect.any(String) }];
  expect(await list()).toMatchObject([{ userBonus: { isActive: true, received } }, { userBonus: null }, {}, {}, {}]);
  // While its money is brought home a bonus is still active.
  const undo = new Error('undone');
  const clearing = inTransaction(db, async (tx) => {
    const sql = `update conditions set state = 'clearing', next_try_at = clock_timestamp() where member_id = $1`;
    await tx.query(sql, [member.id]);
    expect(await receiptsOf(tx, member.id)).toMatchObject([{ code: 'NEW100', is_active: true }]);
    throw undo;
  });
  await expect(clearing).rejects.toBe(undo);
  await clearBonus(product, member);
  expect(await list()).toMatchObject([{ userBonus: { isActive: false, received } }, { userBonus: null }, {}, {}, {}]);
});

test.concurrent('the list tells what each bonus would give, and that is given', async ({ expect }) => {
  const earns = async (member: Player) => {
    const { body } = await product.call('GET /api/bonus', { token: member.token });
    return Object.fromEntries((body as { code: string; earns: number }[]).map((bonus) => [bonus.code, bonus.earns]));
  };
  expect(await earns(await depositor())).toEqual({ NEW100: 0, DAILY20: 0, WEEK10: 0, BIG: 0, SCARCE: 0 });
  expect(await earns(paidOut)).toMatchObject({ NEW100: 0, DAILY20: 0 });
  const member = await depositor(900, 199.99);
  expect(await earns(member)).toEqual({ NEW100: 199.99, DAILY20: 39.99, WEEK10: 19.99, BIG: 0, SCARCE: 100 });
  await receive(member, 'DAILY20');
  expect(await creditOf(member)).toBe(39.99);
  expect(await earns(member)).toMatchObject({ NEW100: 500, BIG: 450 });
});

test.concurrent('a member in kip has the amounts of the kip', async ({ expect }) => {
  const member = await newMember(laos, newLaoRegistration());
  const { body } = await laos.call('GET /api/bonus', { token: member.token });
  expect(body).toMatchObject([
    { code: 'NEW100', cap: 300_000, minimum: 600 },
    { code: 'DAILY20', cap: 120_000 },
    { code: 'WEEK10', cap: 180_000 },
  ]);
  const { body: least } = await laos.call('GET /api/bonus/check/minimum', { token: member.token });
  expect(least).toEqual({ minimum: 600 });
  await deposit(laos, sandbox, member, 350_000);
  expect(await receiveBonus(laos, member, 'BIG')).toEqual(refusal(404, 'NO_DATA'));
  expect((await receiveBonus(laos, member, 'NEW100')).status).toBe(200);
  expect(await conditionOf(laos, member)).toMatchObject({ credit: 300_000, start: 650_000 });
});

test.concurrent('a key that was used for another bonus is a conflict', async ({ expect }) => {
  const member = await depositor(100, 100);
  const key = randomUUID();
  const first = await receive(member, 'daily20', key);
  expect(first.status).toBe(200);
  expect(await receive(member, 'DAILY20', key)).toEqual(first);
  await clearBonus(product, member);
  expect(await receive(member, 'Daily20', key)).toEqual(first);
  expect(await receive(member, 'WEEK10', key)).toEqual(refusal(409, 'IDEMPOTENCY_CONFLICT'));
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  expect(await inWallet(member)).toBe(200);
});
