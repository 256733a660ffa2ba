import { expect, test } from 'vitest';
import { mainWalletOf, newPlayer, type Player, startPayingWorld, transfer, walletOf } from '../../test/harness.ts';
import { clearBonus, conditionOf, deposit, NO_CONDITION, play, receiveBonus, refusal } from '../../test/rewards.ts';
import { problems } from '../ledger/ledger.ts';

const TEN_MINUTES = 600;
const { product, sandbox, database } = await startPayingWorld({ FALL_AGREED_MS: `${TEN_MINUTES * 1000}` });
const { db } = database;

/** The game goes on telling the balance of its next answer, whatever happens there. */
const lag = (code: string) => sandbox.lie({ target: `games/${code}`, lie: 'lagging' });
const catchUp = (code: string) => sandbox.honest({ target: `games/${code}`, lie: 'lagging' });
const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
const openBetsAt = (games: string[]) => ({ status: 422, body: { message: 'OPEN_BETS', games } });

/** Moves so much to a game that goes on telling what was there before: the books take it for lost. */
async function moveWhileLagging(member: Player, code: string, amount: number): Promise<void> {
  await lag(code);
  const before = (await amountsOf(member))[code];
  expect(await transfer(product, member, { from: 'wallet', to: code, amount })).toMatchObject({ status: 200 });
  expect((await amountsOf(member))[code]).toBe(before);
}

test('attack: a bonus that begins while a game lags would have the hidden money as won: it waits', async () => {
  const member = await newPlayer(product, { wallet: 4400, imi: 600 });
  await moveWhileLagging(member, 'imi', 4400);
  await deposit(product, sandbox, member, 500);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(openBetsAt(['imi']));
  await catchUp('imi');
  expect(await amountsOf(member)).toMatchObject({ imi: 5000 });
  await sandbox.moveClock(TEN_MINUTES);
  expect(await receiveBonus(product, member, 'NEW100')).toMatchObject({ status: 200 });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, start: 6000, total: 6000 });
});

test('losses of less than a hundred count together, and those of another game do not excuse them', async () => {
  const member = await newPlayer(product, { joker: 5000, circus: 5000 });
  await deposit(product, sandbox, member, 500);
  for (const change of [-60, -60]) {
    await play(sandbox, 'joker', member, change);
    await amountsOf(member);
  }
  await play(sandbox, 'circus', member, 3000);
  await amountsOf(member);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(openBetsAt(['joker']));
});

test('attack: games that lag together hide a tenth of what the member has, a little each: a bonus waits, and so does cancelling', async () => {
  const codes = ['slotxo', 'areaslot', 'huayhd'];
  const member = await newPlayer(product, { wallet: 300, slotxo: 5, areaslot: 5, huayhd: 5 });
  for (const code of codes) await moveWhileLagging(member, code, 30);
  await deposit(product, sandbox, member, 100);
  expect(await receiveBonus(product, member, 'NEW100')).toEqual(openBetsAt(codes.toSorted()));
  for (const code of codes) await catchUp(code);
});

test('less than a tenth of what the member has lets a bonus begin', async () => {
  const member = await newPlayer(product, { slotracha: 500 });
  await deposit(product, sandbox, member, 500);
  await play(sandbox, 'slotracha', member, -99);
  await amountsOf(member);
  expect(await receiveBonus(product, member, 'NEW100')).toMatchObject({ status: 200 });
});

test('a loss of a hundred baht lets a bonus begin where the member has ten times as much', async () => {
  const member = await newPlayer(product, { usun: 5000 });
  await deposit(product, sandbox, member, 500);
  await play(sandbox, 'usun', member, -100);
  await amountsOf(member);
  expect(await receiveBonus(product, member, 'NEW100')).toMatchObject({ status: 200 });
});

test('cancelling waits until the games have stayed with a loss: a member keeps what a lagging game did not tell', async () => {
  const member = await newPlayer(product, { betflix: 0 });
  await deposit(product, sandbox, member, 501);
  expect(await receiveBonus(product, member, 'NEW100')).toMatchObject({ status: 200 });
  await transfer(product, member, { from: 'wallet', to: 'betflix', amount: 100 });
  expect(await amountsOf(member)).toMatchObject({ betflix: 100 });
  await moveWhileLagging(member, 'betflix', 850);
  expect(await clearBonus(product, member)).toEqual({ status: 200, body: { status: 'PENDING' } });
  expect(await conditionOf(product, member)).toMatchObject({ status: true, total: 151 });
  await catchUp('betflix');
  expect(await amountsOf(member)).toMatchObject({ betflix: 950 });
  await sandbox.moveClock(TEN_MINUTES);
  await expect.poll(() => conditionOf(product, member), { timeout: 60_000 }).toEqual(NO_CONDITION);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 501 });
  expect(await clearBonus(product, member)).toEqual(refusal(404, 'NO_DATA'));
  expect(await problems(db)).toEqual([]);
});
