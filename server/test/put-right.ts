import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { operatorOf } from '../../world/operators.ts';
import {
  BY_ITSELF,
  digits,
  goToGame,
  letReadingsSettle,
  mainWalletOf,
  openGame,
  type Player,
  signIn,
  type startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  walletOf,
  withdraw,
} from './harness.ts';
import { letNobodysMoneyBeFetched, returnedMove } from './late-moves.ts';
import { eventually, firstName, KBANK, type Member, payersOf } from './payers.ts';
import { clearBonus, deposit, nextDay, play, receiveBonus } from './rewards.ts';

type World = Awaited<ReturnType<typeof startPayingWorld>>;

/**
 * What goes wrong between members, parties and the service, and how it is put right. Together with a busy day it makes
 * every kind of posting that the product makes, none by hand. All of it is over when this answers.
 */
export async function putThingsRight(world: World) {
  await refundALoss(world);
  await holdACreditInDispute(world);
  await tellAPaymentTwice(world);
  const payment = await moveAWrongCredit(world);
  const correction = await correctMembers(world);
  const writeOff = await giveUpMoneyAtGames(world);
  const condition = await endABonusThatDoesNotComeHome(world);
  await findMoneyFromNothing(world);
  await moveLate(world);
  await proveAMove(world);
  const withdrawals = await endWithdrawals(world);
  return { payment, correction, writeOff, condition, withdrawals };
}

/** A member who has paid in, and has opened a game. */
async function payer({ product, sandbox, database }: World, amount: number, game = 'pg') {
  const member = await payersOf({ product, sandbox, database }).named();
  await deposit(product, sandbox, member, amount);
  const { username: gameUsername } = await openGame(product, member, game);
  return { ...member, gameUsername };
}

async function move({ product, database }: World, member: Player, body: { from: string; to: string; amount: number }) {
  expect(await transfer(product, member, body)).toMatchObject({ body: { status: 'SUCCESS' } });
  await letReadingsSettle(database.db, member.id);
}

async function refundALoss(world: World): Promise<void> {
  const { product, sandbox, database } = world;
  const member = await payer(world, 1000);
  await move(world, member, { from: 'wallet', to: 'pg', amount: 1000 });
  await play(sandbox, 'pg', member, -900);
  expect((await walletOf(product, member)).amounts.pg).toBe(100);
  const { username, password } = member;
  const token = await signIn(product, { username, password, remember: true });
  await nextDay(sandbox, database.db);
  for (const call of ['receive', 'addWallet'])
    expect(await product.call(`GET /api/refund/${call}`, { token })).toMatchObject({ status: 200 });
}

async function holdACreditInDispute(world: World): Promise<void> {
  const { sandbox, database } = world;
  const { named, pay, expectInWallet, sendSlip, silence, readAgain } = payersOf(world);
  const operator = operatorOf(database.db);
  const member = await named();
  await silence('KBANK');
  const { slip } = await pay(member, 310, KBANK);
  await sendSlip(member, slip);
  await expectInWallet(member, 310);
  await sandbox.lie({ target: 'banks/kbank', lie: 'another sender' });
  await readAgain('KBANK');
  const line = async () => (await operator('disputes list')).split('\n').find((text) => text.includes(member.id));
  await eventually(async () => (await line()) !== undefined, true);
  await sandbox.honest({ target: 'banks/kbank', lie: 'another sender' });
  await operator('disputes release', (await line())?.split(' ')[0] ?? '');
}

/** Payments of this amount that wait, in the order in which they were reported. */
async function waiting({ database }: World, amount: number): Promise<string[]> {
  const sql = `select id from payments where member_id is null and closed_at is null and amount = $1 order by id`;
  return (await database.db.query<{ id: bigint }>(sql, [amount * 100])).rows.map(({ id }) => String(id));
}

/** A sender who is no member, and whom no operator has taken for one. */
const nobody = () => ({ fromBank: 'KTB', fromName: `${firstName()} NOBODY`, fromAccount: digits(10) });

/** Told by the feed, and by an operator under another reference. */
async function tellAPaymentTwice(world: World): Promise<void> {
  const { sandbox, database } = world;
  const operator = operatorOf(database.db);
  await sandbox.bankTransfer({ ...nobody(), ...KBANK, amount: 45 });
  await eventually(async () => (await waiting(world, 45)).length, 1);
  await operator('payments record', KBANK.toBank, KBANK.toAccount, 'SCB', 'TOLDAGAIN1', '45');
  const [first = '', again = ''] = await waiting(world, 45);
  await operator('payments same', again, first);
}

/** A thousand that the wrong member was given, and has half withdrawn; a part of the debt is collected. */
async function moveAWrongCredit(world: World): Promise<string> {
  const { product, sandbox, database } = world;
  const { named, expectInWallet } = payersOf(world);
  const operator = operatorOf(database.db);
  const [wrong, rightful] = [await named(), await named()];
  await sandbox.bankTransfer({ ...nobody(), ...KBANK, amount: 1000 });
  await eventually(async () => (await waiting(world, 1000)).length, 1);
  const [payment = ''] = await waiting(world, 1000);
  await operator('payments credit', payment, wrong.id);
  await expectInWallet(wrong, 1000);
  await payOut(world, wrong, 500);
  await operator('payments move', payment, rightful.id);
  await deposit(product, sandbox, wrong, 200);
  await operator('debts collect', wrong.id);
  return payment;
}

async function correctMembers(world: World): Promise<string> {
  const member = await payer(world, 100);
  const operator = operatorOf(world.database.db);
  await operator('correct credit', member.id, '50.25');
  const debit = /[0-9a-f-]{36}/.exec(await operator('correct debit', member.id, '250'))?.[0] ?? '';
  await operator('correct reverse', debit);
  return debit;
}

async function giveUpMoneyAtGames(world: World): Promise<string> {
  const operator = operatorOf(world.database.db);
  const members: Member[] = [];
  for (const borneBy of ['house', 'member']) {
    const member = await payer(world, 100, 'imi');
    await move(world, member, { from: 'wallet', to: 'imi', amount: 60 });
    await operator('games write-off', member.id, 'imi', borneBy);
    await walletOf(world.product, member);
    members.push(member);
  }
  const sql = 'select id from write_offs where member_id = $1';
  return (await world.database.db.query<{ id: string }>(sql, [members[0]?.id])).rows[0]?.id ?? '';
}

async function endABonusThatDoesNotComeHome(world: World): Promise<string> {
  const { product, sandbox, database } = world;
  const member = await payer(world, 500);
  expect(await receiveBonus(product, member, 'NEW100')).toMatchObject({ status: 200 });
  await move(world, member, { from: 'wallet', to: 'pg', amount: 650 });
  const bet = await sandbox.bet('pg', member.gameUsername, 650);
  expect((await clearBonus(product, member)).body).toEqual({ status: 'PENDING' });
  await operatorOf(database.db)('conditions end', member.id);
  await bet.settle(600);
  await walletOf(product, member);
  return member.id;
}

/** A game shows money again, more than an hour after it told that it was lost: the product fetches it back, and operators decide whose it is. */
async function findMoneyFromNothing(world: World): Promise<void> {
  const { product, sandbox, database } = world;
  const operator = operatorOf(database.db);
  for (const decision of ['give', 'keep']) {
    const member = await payer(world, 100, 'circus');
    await move(world, member, { from: 'wallet', to: 'circus', amount: 60 });
    await sandbox.lie({ target: 'games/circus', lie: 'maintenance' });
    expect((await walletOf(product, member)).amounts.circus).toBe(0);
    // For an hour what is told again would be the member's.
    await database.db.query('update game_accounts set fell_until = app_now() where member_id = $1', [member.id]);
    await sandbox.honest({ target: 'games/circus', lie: 'maintenance' });
    await goToGame(product, member, 'circus');
    await operator(`fetched ${decision}`, await letNobodysMoneyBeFetched(world, member, 'circus'));
  }
}

const refused = async (
  world: World,
  member: Player & { gameUsername: string },
  direction: 'in' | 'out',
  baht: number,
) => (await returnedMove(world, member, { direction, code: 'slotracha', baht, mode: 'refuse' })).arrive;

async function moveLate(world: World): Promise<void> {
  const { product, sandbox, database } = world;
  const amountsOf = async (member: Player) => (await walletOf(product, member)).amounts;
  const [rich, poor, unlucky] = [
    await payer(world, 300, 'slotracha'),
    await payer(world, 200, 'slotracha'),
    await payer(world, 200, 'slotracha'),
  ];
  const comesIn = await refused(world, rich, 'in', 250);
  await comesIn();
  expect(await amountsOf(rich)).toMatchObject({ wallet: 50, slotracha: 250 });
  const goesOut = await refused(world, rich, 'out', 70);
  await goesOut();
  expect(await amountsOf(rich)).toMatchObject({ wallet: 120, slotracha: 180 });

  const comesTooLate = await refused(world, poor, 'in', 200);
  await openGame(product, poor, 'joker');
  await move(world, poor, { from: 'wallet', to: 'joker', amount: 150 });
  await comesTooLate();
  const { settle } = await sandbox.bet('slotracha', poor.gameUsername, 80);
  await vi.waitFor(async () => {
    await product.call('GET /api/wallet/refresh/slot', { token: poor.token });
    // 120 were fetched back; of the 80 that are staked the main wallet has paid 50.
    expect(await mainWalletOf(product, poor)).toMatchObject({ amount: 0, owed: 30 });
  }, BY_ITSELF);
  await settle(80);
  await letReadingsSettle(database.db, poor.id);
  await move(world, poor, { from: 'joker', to: 'wallet', amount: 150 });
  await vi.waitFor(async () => expect(await mainWalletOf(product, poor)).toMatchObject({ amount: 120 }), BY_ITSELF);

  // For as long as nobody asks about the move, what it took is taken for a loss.
  const unasked = (by: string) =>
    database.db.query('update transfer_legs set called_at = called_at + $2 where member_id = $1', [unlucky.id, by]);
  await move(world, unlucky, { from: 'wallet', to: 'slotracha', amount: 100 });
  const goesUnasked = await refused(world, unlucky, 'out', 80);
  await goesUnasked();
  await unasked('-31 days');
  expect(await amountsOf(unlucky)).toMatchObject({ wallet: 100, slotracha: 20 });
  await unasked('31 days');
  await play(sandbox, 'slotracha', unlucky, 5);
  expect(await amountsOf(unlucky)).toMatchObject({ wallet: 180 });
}

/** The provider has made the move and never says so. */
async function proveAMove(world: World): Promise<void> {
  const { sandbox, database } = world;
  const hasty = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api' });
  const member = await payer(world, 100, 'joker');
  await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'garbage' });
  await sandbox.fault({ target: 'games/joker', call: 'move-in', mode: 'timeout-after', times: 1 });
  const id = randomUUID();
  await transfer(hasty, member, { from: 'wallet', to: 'joker', amount: 40 }, id);
  await operatorOf(database.db)('transfers resolve', id, 'joker', 'done', 'a letter of the provider');
  await sandbox.fault({ target: 'games/joker', call: 'status', mode: 'ok' });
}

type Step = { step?: string; reason?: string };

const stepOf = async ({ product }: World, member: Player, id: string): Promise<Step> => {
  const entry = (await statementOf(product, member)).find((each) => each.id === id);
  return { ...(entry?.step && { step: entry.step }), ...(entry?.reason && { reason: entry.reason }) };
};
const ends = (world: World, member: Player, id: string, wanted: Step) =>
  vi.waitFor(async () => expect(await stepOf(world, member, id)).toMatchObject(wanted), BY_ITSELF);

async function ask({ product }: World, member: Player, amount: number): Promise<string> {
  const { status, body } = await withdraw(product, member, amount);
  expect(status).toBe(200);
  return (body as { id: string }).id;
}

async function payOut(world: World, member: Player, amount: number): Promise<string> {
  const id = await ask(world, member, amount);
  await ends(world, member, id, { step: 'PAID' });
  return id;
}

/** Each end that a withdrawal can have, by its name. */
async function endWithdrawals(world: World): Promise<Record<string, string>> {
  const { product, sandbox, database } = world;
  const { db } = database;
  const operator = operatorOf(db);
  /** Those that are over are not asked about meanwhile, so that a lie is told about no other. */
  const leaveOthers = () => db.query(`update withdrawals set ask_again_at = ask_again_at + interval '1 hour'`);
  const askAgainNow = (id: string) =>
    db.query('update withdrawals set ask_again_at = clock_timestamp() where id = $1', [id]);

  /** Waits until the channel has told another outcome, as if it had done so for a quarter of an hour. */
  const toldForAQuarter = (id: string) =>
    vi.waitFor(async () => {
      const sql = `update withdrawals set told_otherwise_at = told_otherwise_at - interval '15 minutes'
        where id = $1 and told_otherwise_at is not null`;
      expect((await db.query(sql, [id])).rowCount).toBe(1);
    }, BY_ITSELF);

  const member = await payer(world, 2000);
  const paid = await payOut(world, member, 150);
  await sandbox.nextPayout('refused');
  const returned = await ask(world, member, 160);
  await ends(world, member, returned, { step: 'RETURNED', reason: 'BANK' });

  const bounced = await payOut(world, member, 170);
  await leaveOthers();
  await sandbox.lie({ target: 'payouts', lie: 'bounces', times: 1 });
  await askAgainNow(bounced);
  await toldForAQuarter(bounced);
  await askAgainNow(bounced);
  await ends(world, member, bounced, { step: 'RETURNED', reason: 'BOUNCED' });
  // The channel never learns of it.
  await operator('withdrawals bounced', member.id, await payOut(world, member, 175), 'a line of the bank’s statement');

  // Ten times what was paid in is looked at.
  const given = await payer(world, 100);
  await operator('correct credit', given.id, '5000');
  const cancelled = await ask(world, given, 1010);
  await product.call(`DELETE /api/wallet/withdraw/${cancelled}`, { token: given.token });
  await ends(world, given, cancelled, { step: 'CANCELLED' });
  const refusedByOperator = await ask(world, given, 1020);
  await operator('withdrawals refuse', given.id, refusedByOperator, 'CONTACT');
  const approved = await ask(world, given, 1030);
  await operator('withdrawals approve', given.id, approved);
  await ends(world, given, approved, { step: 'PAID' });

  await leaveOthers();
  await sandbox.lie({ target: 'payouts', lie: 'refused though paid' });
  const owed = await ask(world, member, 180);
  await ends(world, member, owed, { step: 'RETURNED', reason: 'BANK' });
  await sandbox.honest({ target: 'payouts', lie: 'refused though paid' });
  const reference = `${member.id}-${owed.replaceAll('-', '')}`;
  await vi.waitFor(async () => {
    expect((await sandbox.payouts()).find((payout) => payout.reference === reference)).toMatchObject({ state: 'paid' });
  }, BY_ITSELF);
  await askAgainNow(owed);
  await ends(world, member, owed, { step: 'RETURNED', reason: 'PAID_TWICE' });
  await operator('debts collect', member.id);
  expect((await mainWalletOf(product, member)).owed).toBeUndefined();
  return { paid, returned, bounced, cancelled, refused: refusedByOperator, approved, owed };
}
