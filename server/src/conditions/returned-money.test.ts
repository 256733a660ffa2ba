import { expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { unexplained } from '../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  type Player,
  startPayingWorld,
  transfer,
  walletOf,
  withdraw,
} from '../../test/harness.ts';
import {
  clearBonus,
  conditionOf,
  deposit,
  NO_CONDITION,
  play,
  receiveBonus,
  receivePromotion,
  refusal,
} from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);

const IN_REVIEW = refusal(422, 'MONEY_IN_REVIEW');
type InGame = Awaited<ReturnType<typeof newPlayer>>;
const answerTo = async (asked: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await asked;
  return { status, body };
};
const bringHome = async (member: Player, code: string, amount: number) =>
  expect(await transfer(product, member, { from: code, to: 'wallet', amount })).toMatchObject({ status: 200 });

/** While the game tells 0.00, it is read until the fall is certain. */
async function hideAt(code: string, member: InGame): Promise<void> {
  await sandbox.lie({ target: `games/${code}`, lie: 'maintenance' });
  expect((await walletOf(product, member)).amounts[code]).toBe(0);
}
const showAt = (code: string) => sandbox.honest({ target: `games/${code}`, lie: 'maintenance' });

/** The number under which money of the member waits for an operator. */
async function waitingOf(member: Player): Promise<string> {
  const line = (await operator('returns list')).split('\n').find((listed) => listed.includes(`  ${member.id}  `));
  return line?.split('  ')[0] ?? expect.fail(`nothing of ${member.id} waits`);
}

/** 500 of the member's own and 500 of NEW100 at a game, which then tells 0.00 until the condition has failed by that. */
async function loseBonusAt(code: string): Promise<InGame> {
  const member = await newPlayer(product, { [code]: 0 });
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: code, amount: 1000 });
  await hideAt(code, member);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  return member;
}

test('a game that tells 0.00 for a while frees no bonus: what returns is seen by a refresh, and the bonus stays', async () => {
  const member = await loseBonusAt('pg');
  await showAt('pg');
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 0, inTransit: 0, pg: 1000 });
  expect(await mainWalletOf(product, member)).toMatchObject({ withheld: 500 });
  await bringHome(member, 'pg', 1000);
  expect(await answerTo(withdraw(product, member, 501))).toEqual(IN_REVIEW);
  expect(await answerTo(withdraw(product, member, 501, { all: true }))).toEqual(IN_REVIEW);
  expect(await operator('returns decide', await waitingOf(member), 'returned')).toBe(
    'It has returned: 500.00 BAHT is taken back.',
  );
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 500, inTransit: 0, pg: 0 });
  expect((await withdraw(product, member, 500)).status).toBe(200);
  expect(await unexplained(db)).toEqual([]);
});

test('what returned at two games is withheld once: a bonus is no more than its credit', async () => {
  const member = await newPlayer(product, { slotracha: 0, ufabet: 0 });
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  for (const code of ['slotracha', 'ufabet']) {
    await transfer(product, member, { from: 'wallet', to: code, amount: 500 });
    await hideAt(code, member);
  }
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  for (const code of ['slotracha', 'ufabet']) await showAt(code);
  await walletOf(product, member);
  expect(await mainWalletOf(product, member)).toMatchObject({ withheld: 500 });
});

test('moving a baht in first changes nothing, and what the operator says was won is free', async () => {
  const member = await loseBonusAt('joker');
  await deposit(product, sandbox, member, 100);
  expect((await transfer(product, member, { from: 'wallet', to: 'joker', amount: 1 })).status).toBe(200);
  await showAt('joker');
  expect((await walletOf(product, member)).amounts.joker).toBe(1001);
  await bringHome(member, 'joker', 1001);
  expect(await answerTo(withdraw(product, member, 601))).toEqual(IN_REVIEW);
  expect((await withdraw(product, member, 600)).status).toBe(200);
  expect(await operator('returns decide', await waitingOf(member), 'won')).toBe(`${member.id} has won it.`);
  expect(await mainWalletOf(product, member)).not.toHaveProperty('withheld');
  expect((await withdraw(product, member, 500)).status).toBe(200);
});

test('what is withheld stays wherever it is, and a decision takes what main has and leaves the rest owed', async () => {
  const member = await loseBonusAt('circus');
  await showAt('circus');
  await walletOf(product, member);
  await bringHome(member, 'circus', 600);
  // 400 at the game and 100 in the main wallet stay.
  expect(await answerTo(withdraw(product, member, 501))).toEqual(IN_REVIEW);
  expect((await withdraw(product, member, 500)).status).toBe(200);
  expect(await operator('returns decide', await waitingOf(member), 'returned')).toBe(
    `It has returned: 100.00 BAHT is taken back, and ${member.id} owes 400.00 BAHT.`,
  );
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0, owed: 400 });
  expect(await unexplained(db)).toEqual([]);
  expect(await problems(db)).toEqual([]);
});

test('money that was hidden while a bonus began counts for no success: returned, it is part of start and target', async () => {
  const member = await newPlayer(product, { imi: 2500 });
  await hideAt('imi', member);
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'imi', amount: 1 });
  await showAt('imi');
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000, total: 1000 });
  expect((await walletOf(product, member)).amounts.imi).toBe(2501);
  await operator('returns decide', await waitingOf(member), 'returned');
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 3500, total: 3500 });
});

test('a success that was reached without the hidden money is settled with it: the bonus and its win go back', async () => {
  const member = await newPlayer(product, { slotxo: 2500, pg: 0 });
  await hideAt('slotxo', member);
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await showAt('slotxo');
  await walletOf(product, member);
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1000 });
  await play(sandbox, 'pg', member, 10_000);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await bringHome(member, 'pg', 11_000);
  expect(await operator('returns decide', await waitingOf(member), 'returned')).toBe(
    'It has returned: 10,500.00 BAHT is taken back.',
  );
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 500, inTransit: 0, slotxo: 2500, pg: 0 });
});

test('cancelling waits for the decision', async () => {
  const member = await newPlayer(product, { usun: 2500 });
  await hideAt('usun', member);
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await showAt('usun');
  await walletOf(product, member);
  expect(await answerTo(clearBonus(product, member))).toEqual({ status: 200, body: { status: 'PENDING' } });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000 });
  await operator('returns decide', await waitingOf(member), 'returned');
  await expect.poll(() => conditionOf(product, member), BY_ITSELF).toEqual(NO_CONDITION);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 3000, inTransit: 0, usun: 0 });
});

test('attack: cancelling a bonus while its game tells 0.00 pays nothing', async () => {
  const member = await newPlayer(product, { askmebet: 0 });
  await deposit(product, sandbox, member, 501);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  // What stays at home keeps the condition from failing.
  await transfer(product, member, { from: 'wallet', to: 'askmebet', amount: 900 });
  await hideAt('askmebet', member);
  expect(await clearBonus(product, member)).toMatchObject({ body: { status: 'SUCCESS' } });
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0 });
  await showAt('askmebet');
  expect((await walletOf(product, member)).amounts.askmebet).toBe(900);
  await bringHome(member, 'askmebet', 900);
  expect(await answerTo(withdraw(product, member, 401))).toEqual(IN_REVIEW);
  expect(await operator('returns decide', await waitingOf(member), 'returned')).toBe(
    'It has returned: 399.00 BAHT is taken back.',
  );
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 501, inTransit: 0, askmebet: 0 });
  expect(await unexplained(db)).toEqual([]);
});

test('a balance that was higher an hour ago hides no fall', async () => {
  const member = await newPlayer(product, { pgslot: 20_000 });
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await play(sandbox, 'pgslot', member, -1);
  await walletOf(product, member);
  await bringHome(member, 'pgslot', 19_000);
  await hideAt('pgslot', member);
  await showAt('pgslot');
  await walletOf(product, member);
  const { rows } = await db.query('select amount, risen from game_falls where member_id = $1', [member.id]);
  expect(rows).toEqual([{ amount: 1000_00n, risen: 999_00n }]);
});

test('attack: a promotion that fails by 99 baht which a lagging game does not tell is not free of them', async () => {
  const member = await newPlayer(product, { wallet: 50, imi: 0 });
  expect((await receivePromotion(product, member)).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'imi', amount: 1 });
  await sandbox.lie({ target: 'games/imi', lie: 'lagging' });
  await walletOf(product, member);
  await transfer(product, member, { from: 'wallet', to: 'imi', amount: 99 });
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await sandbox.honest({ target: 'games/imi', lie: 'lagging' });
  expect((await walletOf(product, member)).amounts).toMatchObject({ imi: 100 });
  expect(await mainWalletOf(product, member)).toMatchObject({ withheld: 50 });
  await bringHome(member, 'imi', 100);
  expect(await answerTo(withdraw(product, member, 100))).toEqual(IN_REVIEW);
});

test('a fall that a condition survives is won back under it', async () => {
  const member = await newPlayer(product, { joker2: 0 });
  await deposit(product, sandbox, member, 500);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'joker2', amount: 200 });
  await hideAt('joker2', member);
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000, total: 800 });
  await showAt('joker2');
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 1000, total: 1000 });
  expect(await operator('returns list')).not.toContain(member.id);
});

test('without a bonus, money that is told again is the member’s at once', async () => {
  const member = await newPlayer(product, { betflix: 700, areaslot: 700 });
  for (const code of ['betflix', 'areaslot']) await hideAt(code, member);
  await showAt('betflix');
  expect((await walletOf(product, member)).amounts).toMatchObject({ betflix: 700, areaslot: 0 });
  // Nobody looks: a transfer to the game finds the money before its own arrives.
  await showAt('areaslot');
  await bringHome(member, 'betflix', 700);
  expect((await transfer(product, member, { from: 'wallet', to: 'areaslot', amount: 700 })).status).toBe(200);
  expect((await walletOf(product, member)).amounts).toMatchObject({ wallet: 0, areaslot: 1400 });
  expect((await withdraw(product, member, 1400, { all: true })).status).toBe(200);
  expect(await operator('returns list')).not.toContain(member.id);
});

test('money goes into an empty account only after its game was asked', async () => {
  const member = await newPlayer(product, { wallet: 100, huayhd: 0 });
  await db.query(`update game_accounts set last_agreed_at = null where member_id = $1`, [member.id]);
  await sandbox.fault({ target: 'games/huayhd', call: 'balance', mode: 'garbage' });
  expect(await transfer(product, member, { from: 'wallet', to: 'huayhd', amount: 50 })).toMatchObject({ status: 503 });
  await sandbox.fault({ target: 'games/huayhd', mode: 'ok' });
  await expect
    .poll(async () => (await transfer(product, member, { from: 'wallet', to: 'huayhd', amount: 50 })).status)
    .toBe(200);
  expect((await walletOf(product, member)).amounts).toEqual({ wallet: 50, inTransit: 0, huayhd: 50 });
});

test('a hundred baht that a game does not tell at first is not lost to its member', async () => {
  const member = await newPlayer(product, { wallet: 100, yeekee: 0 });
  await sandbox.lie({ target: 'games/yeekee', lie: 'maintenance' });
  expect((await transfer(product, member, { from: 'wallet', to: 'yeekee', amount: 100 })).status).toBe(200);
  expect((await walletOf(product, member)).amounts.yeekee).toBe(0);
  await showAt('yeekee');
  expect((await walletOf(product, member)).amounts.yeekee).toBe(100);
  await bringHome(member, 'yeekee', 100);
  expect((await withdraw(product, member, 100)).status).toBe(200);
  expect(await operator('games late')).not.toContain(member.id);
  expect(await unexplained(db)).toEqual([]);
});

test('who loses the last 80 baht and wins with a bonus afterwards waits for no operator', async () => {
  const member = await newPlayer(product, { laolotto: 80 });
  await play(sandbox, 'laolotto', member, -80);
  await walletOf(product, member);
  await deposit(product, sandbox, member, 100);
  expect((await receiveBonus(product, member, 'NEW100')).status).toBe(200);
  await transfer(product, member, { from: 'wallet', to: 'laolotto', amount: 200 });
  await play(sandbox, 'laolotto', member, 1000);
  expect(await conditionOf(product, member)).toEqual(NO_CONDITION);
  await bringHome(member, 'laolotto', 1200);
  expect(await mainWalletOf(product, member)).not.toHaveProperty('withheld');
  expect(await operator('returns list')).not.toContain(member.id);
  expect((await withdraw(product, member, 1200, { all: true })).status).toBe(200);
});

test('money that a game shows only an hour after a small fall is not shown: pages read an empty account no more', async () => {
  const member = await newPlayer(product, { pgslot: 100 });
  await hideAt('pgslot', member);
  await sandbox.moveClock(3600);
  await showAt('pgslot');
  expect((await walletOf(product, member)).amounts.pgslot).toBe(0);
});
