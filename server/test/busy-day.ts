import { expect, vi } from 'vitest';
import { operatorOf } from '../../world/operators.ts';
import {
  BY_ITSELF,
  newMember,
  openGame,
  PATIENT,
  type Player,
  type Product,
  type startPayingWorld,
  startProduct,
  transfer,
  walletOf,
  withdraw,
} from './harness.ts';
import { BY_SMS, KBANK, payersOf, SCB } from './payers.ts';
import { clearBonus, deposit, play, receiveBonus, receivePromotion } from './rewards.ts';

type World = Awaited<ReturnType<typeof startPayingWorld>>;

/**
 * Members of both currencies pay in, play, win, lose, are given rewards and are paid out, and operators do their part;
 * nothing is posted by hand. All of it is over when this answers.
 */
export async function liveABusyDay(world: World) {
  const { product, sandbox, database } = world;
  const environment = { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api' };
  const lao = await startProduct(database, { ...environment, EDITION: 'la' });
  const [{ member: malee }, khamla] = await Promise.all([playInBaht(world), playInKip(world, lao)]);
  const stranger = await leaveMoneyWaiting(world);
  await vi.waitFor(async () => {
    const { rows } = await database.db.query(`select from withdrawals where finished_at is null
      union all select from transfers where status = 'PENDING'`);
    expect(rows).toEqual([]);
  }, BY_ITSELF);
  return { malee, khamla, lao, stranger, operator: operatorOf(database.db), product };
}

async function playInBaht(world: World) {
  const { product, sandbox } = world;
  const { named, pay, expectInWallet } = payersOf(world);
  const member = await named();
  await deposit(product, sandbox, member, 1000);
  await pay(member, 500, KBANK);
  await expectInWallet(member, 1500);
  await pay(member, 30, BY_SMS);
  await expectInWallet(member, 1530);
  const { username: gameUsername } = await openGame(product, member, 'pg');
  await move(product, member, { from: 'wallet', to: 'pg', amount: 400 });
  await play(sandbox, 'pg', { gameUsername }, 25.5);
  expect((await walletOf(product, member)).amounts.pg).toBe(425.5);
  await play(sandbox, 'pg', { gameUsername }, -100);
  expect((await walletOf(product, member)).amounts.pg).toBe(325.5);
  await move(product, member, { from: 'pg', to: 'wallet', amount: 325.5 });
  await payOut(product, sandbox, member, 200, 'paid');
  await payOut(product, sandbox, member, 150, 'refused');
  const bound = await named();
  await deposit(product, sandbox, bound, 100);
  expect((await receiveBonus(product, bound, 'NEW100')).status).toBe(200);
  expect((await clearBonus(product, bound)).status).toBe(200);
  expect((await receivePromotion(product, bound)).status).toBe(200);
  return { member };
}

async function playInKip({ sandbox }: World, lao: Product) {
  const member = await newMember(lao);
  await deposit(lao, sandbox, member, 300_000);
  const { username: gameUsername } = await openGame(lao, member, 'joker');
  await move(lao, member, { from: 'wallet', to: 'joker', amount: 100_000 });
  await play(sandbox, 'joker', { gameUsername }, -20_000);
  expect((await walletOf(lao, member)).amounts.joker).toBe(80_000);
  await payOut(lao, sandbox, member, 100_000, 'paid');
  return member;
}

/** One payment waits, one was sent back, one was another one told again, and one was given away by an operator. */
async function leaveMoneyWaiting(world: World) {
  const { sandbox, database, product } = world;
  const operator = operatorOf(database.db);
  const from = { fromBank: 'KTB', fromName: 'NOBODY KNOWN', fromAccount: '9990001234' };
  for (const amount of [41, 42, 43, 44]) await sandbox.bankTransfer({ ...from, ...SCB, amount });
  const waiting = async () =>
    (
      await database.db.query<{ id: string }>(`select id from payments where receiver_account = $1 order by amount`, [
        SCB.toAccount,
      ])
    ).rows.map(({ id }) => String(id));
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(4), BY_ITSELF);
  const [kept = '', sentBack = '', given = ''] = await waiting();
  const back = { fromBank: 'SCB', fromAccount: SCB.toAccount, fromName: 'KRAPAO SANDBOX' };
  await sandbox.bankTransfer({ ...back, toBank: from.fromBank, toAccount: from.fromAccount, amount: 42 });
  await operator('payments close', sentBack);
  const owner = await newMember(product);
  await operator('payments credit', given, owner.id);
  return { waits: kept, owner };
}

async function move(product: Product, member: Player, body: { from: string; to: string; amount: number }) {
  expect(await transfer(product, member, body)).toMatchObject({ body: { status: 'SUCCESS' } });
}

/** Waits until the channel has it, so that no other withdrawal gets that end. */
async function payOut(
  product: Product,
  sandbox: World['sandbox'],
  member: Player,
  amount: number,
  result: 'paid' | 'refused',
) {
  const ofMember = async () => (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(member.id));
  const before = (await ofMember()).length;
  if (result === 'refused') await sandbox.nextPayout(result);
  expect((await withdraw(product, member, amount)).status).toBe(200);
  await vi.waitFor(async () => expect(await ofMember()).toHaveLength(before + 1), BY_ITSELF);
}
