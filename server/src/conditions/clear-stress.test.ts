import { afterAll, expect, test, vi } from 'vitest';
import { unexplained } from '../../test/books.ts';
import {
  BY_ITSELF,
  newPlayer,
  type Player,
  spawnProduct,
  startPayingWorld,
  startProduct,
  walletOf,
} from '../../test/harness.ts';
import {
  clearBonus,
  conditionOf,
  NO_CONDITION,
  play,
  receivePromotion,
  rewardBooks,
  rewardsTold,
} from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';
import { inTransaction } from '../platform/database.ts';

const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const node = { SANDBOX_URL: sandbox.url, PROVIDER_LATE_MS: '500' };
const impatient = await startProduct(database, { ...node, ROLE: 'api', PROVIDER_TIMEOUT_MS: '1000' });
await startProduct(database, { ...node, ROLE: 'worker', PROVIDER_TIMEOUT_MS: '1500' });

const PENDING = { status: 200, body: { status: 'PENDING' } };

/** A member with 50 from the house and `inGame` of their own, whose winnings since then (`won`) are not theirs. */
async function bound(code: string, inGame: number, won: number) {
  const member = await newPlayer(product, { [code]: inGame, joker: 100 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  if (won) await play(sandbox, code, member, won);
  return member;
}

async function expectCleared(member: Player & { gameUsername: string }, code: string, kept: number, taken: number) {
  await vi.waitFor(async () => expect(await conditionOf(product, member)).toEqual(NO_CONDITION), BY_ITSELF);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: kept, inTransit: 0, [code]: 0, joker: 0 });
  for (const game of [code, 'joker'])
    expect(await sandbox.player(game, member.gameUsername)).toEqual({ balance: 0, inPlay: 0 });
  expect(await rewardsTold(product, member)).toMatchObject([
    { statementType: 'finish_bonus', status: 'SUCCESS', from: 'wallet', to: 'bonus', amount: -taken },
    { statementType: 'bonus', amount: 50 },
  ]);
}

/** A process that clears is killed: once while a game is silent, once before any game was called. */
async function killWhileClearing() {
  const [silent, uncalled] = [await bound('circus', 200, 40), await bound('circus', 200, 40)];
  const api = await spawnProduct(database, { ...node, ROLE: 'api', PROVIDER_TIMEOUT_MS: '1000', LOG_LEVEL: 'fatal' });
  const clearAt = (member: Player) => clearBonus(api, member).catch(() => 'cut off');
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 });
  const answers = [clearAt(silent)];
  await vi.waitFor(async () => expect(await sandbox.faultsLeft('games/circus', 'move-out')).toBe(0), BY_ITSELF);
  await inTransaction(db, async (tx) => {
    await tx.query('lock table transfers in share mode');
    answers.push(clearAt(uncalled));
    const taken = 'select from conditions where member_id = $1 and homecomings = 1';
    await vi.waitFor(async () => expect((await db.query(taken, [uncalled.id])).rowCount).toBe(1), BY_ITSELF);
    await api.kill();
  });
  return { silent, uncalled, answers: await Promise.all(answers) };
}
const killed = await killWhileClearing();

afterAll(async () => {
  const { inLedger, told } = await rewardBooks(db);
  expect(inLedger).toEqual(told);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test.concurrent.for([
  ['timeout-before', 'pg'],
  ['timeout-after', 'imi'],
  ['error-after', 'ufabet'],
  ['refuse', 'betflix'],
  ['garbage', 'slotxo'],
] as const)(
  'a game that answers the homecoming with %s is waited for, and it ends by itself once it answers',
  async ([mode, code], { expect }) => {
    const member = await bound(code, 200, 40);
    await sandbox.fault({ target: `games/${code}`, call: 'move-out', mode, times: 1 });
    expect(await clearBonus(impatient, member)).toEqual(PENDING);
    await expect.poll(() => sandbox.faultsLeft(`games/${code}`, 'move-out'), BY_ITSELF).toBe(0);
    await expectCleared(member, code, 300, 90);
  },
);

test.concurrent.for([
  ['garbage', 'askmebet'],
  ['timeout-before', 'slotracha'],
] as const)(
  'a game that cannot be read (%s) is waited for; what is at others comes home meanwhile',
  async ([mode, code], { expect }) => {
    const member = await bound(code, 200, -150);
    // Readings before the clearing, and of the clearing itself.
    await sandbox.fault({ target: `games/${code}`, call: 'balance', mode, times: 3 });
    expect(await clearBonus(impatient, member)).toEqual(PENDING);
    expect((await walletOf(product, member)).amounts).toMatchObject({ wallet: 150, joker: 0 });
    await expectCleared(member, code, 150, 50);
  },
);

test.concurrent('a bet that is opened while the homecoming is not answered yet is waited for', async ({ expect }) => {
  const member = await bound('usun', 200, 0);
  await sandbox.fault({ target: 'games/usun', call: 'move-out', mode: 'timeout-before', times: 1 });
  expect(await clearBonus(impatient, member)).toEqual(PENDING);
  const { settle } = await sandbox.bet('usun', member.gameUsername, 200);
  const amounts = async () => (await walletOf(product, member)).amounts;
  await expect.poll(amounts, BY_ITSELF).toEqual({ wallet: 150, inTransit: 0, usun: 200, joker: 0 });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, isClearing: true });
  await settle(500);
  await expectCleared(member, 'usun', 300, 350);
});

test.concurrent('a node that is killed while it clears leaves it to another, and the money is exact', async ({
  expect,
}) => {
  const { silent, uncalled, answers } = killed;
  expect(answers).toEqual(['cut off', 'cut off']);
  await expectCleared(silent, 'circus', 300, 90);
  await expectCleared(uncalled, 'circus', 300, 90);
});
