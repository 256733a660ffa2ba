import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  spawnProduct,
  startPayingWorld,
  transfer,
  walletOf,
  withdraw,
} from '../../test/harness.ts';
import {
  conditionOf,
  deposit,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
  rewardBooks,
  rewardsTold,
} from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
// The demo is sown only into an empty database, so a member comes first.
await newMember(product);
const other = await spawnProduct(database, { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api', LOG_LEVEL: 'fatal' });
const oneNode = [product] as const;
const twoNodes = [product, other] as const;
type Node = typeof product | typeof other;

const REFUSED = [refusal(422, 'BONUS_ALREADY_ACTIVE'), refusal(409, 'PROMOTION_RECEIVED')];
const BUSY = { ...refusal(503, 'SERVICE_UNAVAILABLE'), retryAfter: '1' };
const REWARDS = ['bonus/activate/NEW100', 'bonus/activate/DAILY20', 'promotion/activate/WELCOME50'];
const CREDITS = [200, 40, 50];
const conditionsOf = async ({ id }: Player) =>
  (await db.query<{ id: string; start: bigint }>('select id, start from conditions where member_id = $1', [id])).rows;

async function depositor() {
  const member = await newPlayer(product, { pg: 0 });
  await deposit(product, sandbox, member, 200);
  return member;
}

async function ask(node: Node, { token }: Player, path: string, key?: string) {
  const headers = { ...(key && { 'idempotency-key': key }) };
  const answer = await node.call(`GET /api/${path}`, { token, headers });
  return { status: answer.status, body: answer.body, retryAfter: answer.headers.get('retry-after') };
}

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
});

test.each([
  ['one node', oneNode],
  ['two nodes', twoNodes],
] as const)(
  'attack: on %s, twenty-five times each of two bonuses and a promotion at once are one credit',
  async (_, nodes) => {
    const member = await depositor();
    const asked = Array.from({ length: 75 }, (_, i) => i);
    const answers = await Promise.all(
      asked.map((i) => ask(nodes[i % nodes.length] ?? product, member, REWARDS[i % 3] ?? '')),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { retryAfter, ...answer } of answers.filter(({ status }) => status !== 200)) {
      if (nodes.length > 1 && answer.status === 503) expect({ ...answer, retryAfter }).toEqual(BUSY);
      else expect(REFUSED).toContainEqual(answer);
    }
    expect(await conditionsOf(member)).toHaveLength(1);
    const credit = CREDITS[winner % 3] ?? 0;
    expect((await walletOf(product, member)).amounts).toEqual({ wallet: 200 + credit, inTransit: 0, pg: 0 });
    expect(await conditionOf(other, member)).toMatchObject({ credit, start: 200 + credit });
    expect(await rewardsTold(product, member)).toHaveLength(1);
  },
);

test('the same key fifty times is one grant and fifty equal answers, and later still the same', async () => {
  const member = await depositor();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => receiveBonus(product, member, 'NEW100', key)));
  expect(answers[0]).toMatchObject({ status: 200, body: { isActive: true, received: [{}] } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect((await conditionsOf(member)).map(({ id }) => id)).toEqual([key]);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 400 });
  await play(sandbox, 'pg', member, -400);
  expect(await conditionOf(product, member)).toEqual({ status: false });
  expect(await receiveBonus(other, member, 'new100', key)).toEqual(answers[0]);
  expect(await conditionsOf(member)).toHaveLength(1);
});

test('the same key at two nodes, tried again for as long as they are busy, is one grant and equal answers', async () => {
  const member = await depositor();
  const key = randomUUID();
  const untilAnswered = (node: Node) =>
    vi.waitFor(async () => {
      const answer = await ask(node, member, 'promotion/activate/WELCOME50?locale=en', key);
      if (answer.status === 503) expect(answer).toEqual(BUSY);
      expect(answer.status).not.toBe(503);
      return answer;
    }, BY_ITSELF);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => untilAnswered(twoNodes[i % 2] ?? product)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { code: 'WELCOME50' } });
  expect(await conditionsOf(member)).toHaveLength(1);
  expect((await walletOf(product, member)).amounts).toMatchObject({ wallet: 250 });
});

test('attack: of withdrawals and grants at once only one kind goes through', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  await sandbox.nextPayout('silent');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const node = twoNodes[i % 4 < 2 ? 0 : 1];
      return i % 2 ? withdraw(node, member, 100, { all: i % 3 === 0 }) : receivePromotion(node, member);
    }),
  );
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  const isGranted = (await conditionsOf(member)).length;
  const { rowCount: withdrawals } = await db.query(
    `select from withdrawals where member_id = $1 and state <> 'refused'`,
    [member.id],
  );
  // At two nodes every one of them may have been refused by another's pause.
  expect(isGranted + (withdrawals ?? 0)).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(isGranted + (withdrawals ?? 0));
  const { amounts } = await walletOf(product, member);
  expect(amounts.wallet).toBe(isGranted ? 150 : withdrawals ? 0 : 100);
});

test('attack: transfers and grants at once: whichever is first, the start is the whole total', async () => {
  const member = await newPlayer(product, { wallet: 500, joker: 500 });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) => {
      const node = twoNodes[i % 4 < 2 ? 0 : 1];
      const route = i % 3 ? { from: 'wallet', to: 'joker' } : { from: 'joker', to: 'wallet' };
      return i % 2 ? transfer(node, member, { ...route, amount: 7 }) : receivePromotion(node, member);
    }),
  );
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  await vi.waitFor(async () => {
    const { status } = await receivePromotion(product, member);
    expect(status).toBe(409);
  }, BY_ITSELF);
  expect((await conditionsOf(member)).map(({ start }) => start)).toEqual([1_050_00n]);
  const { amounts } = await walletOf(product, member);
  expect((amounts.wallet ?? 0) + (amounts.joker ?? 0)).toBe(1050);
});
