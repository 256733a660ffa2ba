import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { giveMoney } from '../../../../world/people.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  digits,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  newPlayer,
  openWithdrawalsOf,
  type Player,
  payIn,
  startPayingWorld,
  startProduct,
  statementOf,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { giveCoins, spin } from '../../../test/wheel.ts';
import { openActs } from '../../acts.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';

const RULES = { REVIEW_NOTHING_PAID_IN: 'on' };
const { product, sandbox, database } = await startPayingWorld(RULES);
const { db, owner } = database;
const lao = await startProduct(database, { ...RULES, SANDBOX_URL: sandbox.url, ROLE: 'api', EDITION: 'la' });
const operator = operatorOf(db, RULES);
const acts = openActs(readConfig({ DATABASE_URL: database.url }));

/** A member who has paid in, and perhaps has more than that. */
async function newPayer(paidIn: number, more = 0) {
  const member = await newPlayer(product, { wallet: more });
  await payIn(db, member, paidIn);
  return member;
}
async function ask(member: Player, amount: number, node = product): Promise<string> {
  const { status, body } = await withdraw(node, member, amount);
  expect(status).toBe(200);
  return (body as { id: string }).id;
}
async function cancel({ token }: Player, id: string): Promise<void> {
  expect(await product.call(`DELETE /api/wallet/withdraw/${id}`, { token })).toMatchObject({ status: 200 });
}
type Row = { state: string; reasons: string[] };
const rowOf = async (id: string): Promise<Row> =>
  (await db.query<Row>('select state, reasons from withdrawals where id = $1', [id])).rows[0] ?? expect.fail('no row');
const reasonsFor = async (member: Player, amount: number) => (await rowOf(await ask(member, amount))).reasons;
const entryOf = async (member: Player, id: string) =>
  (await statementOf(product, member)).find((entry) => entry.id === id) ?? expect.fail('no entry');
const expectPaid = async (member: Player, id: string) => {
  await vi.waitFor(
    async () => expect(await entryOf(member, id)).toMatchObject({ status: 'SUCCESS', step: 'PAID' }),
    BY_ITSELF,
  );
};
const heardOf = async (member: Player) =>
  (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(`${member.id}-`));
/** As if everything that the member asked for had been asked for so long ago. */
const letPass = (member: Player, time: string) =>
  db.query(
    `update withdrawals set created_at = created_at - $2::interval, held_at = held_at - $2::interval where member_id = $1`,
    [member.id, time],
  );

test('a member like the demo’s withdraws everything that was paid in, and it goes by itself', async () => {
  const member = await newPayer(12_880.5);
  const id = await ask(member, 12_880.5);
  expect(await rowOf(id)).toMatchObject({ reasons: [] });
  await expectPaid(member, id);
});

test('a withdrawal over 20,000 is looked at, its money is set aside, and it is paid once it is approved', async () => {
  const member = await newPayer(40_000.01);
  expect(await reasonsFor(member, 20_000)).toEqual([]);
  const id = await ask(member, 20_000.01);
  expect(await entryOf(member, id)).toMatchObject({ status: 'PROCESSING', step: 'CHECKING', canCancel: true });
  expect(await openWithdrawalsOf(product, member)).toContainEqual({
    id,
    amount: 20_000.01,
    step: 'CHECKING',
    canCancel: true,
  });
  expect(await operator('withdrawals list')).toMatch(
    new RegExp(`${id}  ${member.id}  20,000.01 BAHT  for [\\d:]+: a large amount`),
  );
  await vi.waitFor(async () => expect(await heardOf(member)).toMatchObject([{ amount: 20_000 }]), BY_ITSELF);

  expect(await operator('withdrawals approve', member.id, id)).toBe(
    `Withdrawal ${id} of 20,000.01 BAHT goes on by itself.`,
  );
  await expectPaid(member, id);
  expect((await entryOf(member, id)).canCancel).toBeUndefined();
  expect((await heardOf(member)).map(({ amount }) => amount).toSorted()).toEqual([20_000, 20_000.01]);
  await expect(operator('withdrawals approve', member.id, id)).rejects.toThrow(
    'cannot be decided any more: it is paid',
  );
});

test('of withdrawals at the same moment those beyond 50,000 in 24 hours are looked at; a day later it begins anew', async () => {
  const member = await newPayer(100_000);
  const ids = await Promise.all(Array.from({ length: 5 }, () => ask(member, 15_000)));
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.filter(({ reasons }) => reasons.length === 0)).toHaveLength(3);
  for (const { reasons } of rows.filter(({ state }) => state === 'checking'))
    expect(reasons).toEqual(['much in 24 hours']);
  await letPass(member, '24 hours');
  expect(await reasonsFor(member, 15_000)).toEqual([]);
});

test('withdrawals of 30 days may be ten times what was paid in and not taken out, and no more; those given back do not count', async () => {
  const member = await newPayer(100, 5_000);
  const first = await ask(member, 1_000);
  expect(await rowOf(first)).toMatchObject({ reasons: [] });
  const second = await ask(member, 100);
  expect(await rowOf(second)).toMatchObject({ state: 'checking', reasons: ['many times what was paid in'] });
  await operator('withdrawals refuse', member.id, second, 'CONTACT');
  await letPass(member, '30 days');
  await payIn(db, member, 999.99);
  expect(await reasonsFor(member, 1_000)).toEqual(['many times what was paid in']);
  await payIn(db, member, 200.01);
  expect(await reasonsFor(member, 1_000)).toEqual([]);
  expect(await reasonsFor(await newPlayer(product, { wallet: 500 }), 100)).toEqual(['nothing was ever paid in']);
});

test('a withdrawal that was cancelled, returned or refused does not count against later ones', async () => {
  // Ten times what was paid in is 50,000 too, as much as goes by itself in 24 hours.
  const member = await newPlayer(product, { wallet: 44_999, circus: 100 });
  await payIn(db, member, 5_000);
  await operator('payouts pause');
  const [cancelled, returned] = [await ask(member, 20_000), await ask(member, 20_000)];
  await cancel(member, cancelled);
  await operator('withdrawals refuse', member.id, returned, 'CONTACT');
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'refuse', times: 1 });
  expect(await withdraw(product, member, 50_000, { all: true })).toMatchObject({ status: 502 });
  const { rows } = await db.query('select state from withdrawals where member_id = $1 order by 1', [member.id]);
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'refused', 'returned']);

  await giveMoney(db, member.id, 1_000_00);
  for (const amount of [20_000, 20_000, 10_000]) expect(await reasonsFor(member, amount)).toEqual([]);
  expect(await reasonsFor(member, 100)).toEqual(['much in 24 hours', 'many times what was paid in']);
  await operator('payouts resume');
});

test('after a large win every withdrawal is looked at for 72 hours, and a win in the ordinary goes by itself', async () => {
  for (const [win, reasons] of [
    [5_001, ['a large win lately']],
    [4_900, []],
  ] as const) {
    const member = await newPlayer(product, { pg: 10 });
    await payIn(db, member, 20_000);
    await sandbox.round('pg', member.gameUsername, { stake: 10, win: win + 10 });
    await vi.waitFor(async () => expect((await walletOf(product, member)).amounts.pg).toBe(10 + win), BY_ITSELF);
    expect(await reasonsFor(member, 100)).toEqual(reasons);
    await owner.query(`alter table ledger_postings disable trigger append_only;
      do $$ declare moved ledger_postings; before bytea; begin
        for moved in select * from ledger_postings where owner = '${member.id}' order by id loop
          moved.posted_at := moved.posted_at - interval '72 hours';
          before := ledger_chain(before, moved);
          update ledger_postings set posted_at = moved.posted_at, chain = before where owner = moved.owner and id = moved.id;
        end loop;
      end $$;
      alter table ledger_postings enable trigger append_only`);
    expect(await reasonsFor(member, 100)).toEqual([]);
  }
});

test('any withdrawal within 24 hours of another bank account is looked at, where money had been paid in before the change', async () => {
  const change = (member: Player) => operator('member bank', member.id, 'SCB', digits(10), 'SOMYING JAIDEE');
  const [before, after] = [await newMember(product), await newMember(product)];
  await change(before);
  await payIn(db, before, 500);
  expect(await reasonsFor(before, 100)).toEqual([]);
  await payIn(db, after, 500);
  // Another spelling of the name is no other account.
  await db.query(`update members set bank_account_name = 'SOMYING J' where id = $1`, [after.id]);
  expect(await reasonsFor(after, 100)).toEqual([]);
  await change(after);
  expect(await reasonsFor(after, 100)).toEqual(['a new bank account']);
  await owner.query(`update account_changes set changed_at = changed_at - interval '24 hours'`);
  expect(await reasonsFor(after, 100)).toEqual([]);
});

test('a withdrawal over 5,000 within 24 hours of a new password is looked at, in parts too, however often the password is changed', async () => {
  let member: Player & { password: string } = await newPayer(20_000);
  const changePassword = async (newPassword: string) => {
    const body = { oldPassword: member.password, newPassword };
    const { status, body: changed } = await product.call('PUT /api/account/changepwd', { token: member.token, body });
    expect(status).toBe(200);
    member = { ...member, password: newPassword, token: (changed as { token: string }).token };
  };
  expect(await reasonsFor(member, 2_000)).toEqual([]);
  await changePassword('another horse');
  expect(await reasonsFor(member, 2_000)).toEqual([]);
  await changePassword('a third horse');
  expect(await reasonsFor(member, 1_000)).toEqual([]);
  await changePassword('a fourth horse');
  expect(await reasonsFor(member, 100)).toEqual(['a new password']);
  await owner.query(`update account_changes set changed_at = changed_at - interval '24 hours'`);
  expect(await reasonsFor(member, 6_000)).toEqual([]);
});

test('a password set and one withdrawal over 5,000: it is looked at', async () => {
  const member = await newPayer(20_000);
  const body = { oldPassword: member.password, newPassword: 'another horse' };
  const { body: changed } = await product.call('PUT /api/account/changepwd', { token: member.token, body });
  const now = { ...member, token: (changed as { token: string }).token };
  expect(await reasonsFor(now, 5_000.01)).toEqual(['a new password']);
});

test('a withdrawal within 24 hours of a deposit whose coins were spent without play is looked at', async () => {
  const [member, patient] = [await newPayer(15_000), await newPayer(15_000)];
  for (const spinner of [member, patient]) {
    await giveCoins(db, spinner, 1);
    await spin(product, spinner);
  }
  expect(await reasonsFor(member, 15_000)).toEqual(['coins without play']);
  await owner.query("update spins set created_at = created_at - interval '1 hour' where member_id = $1", [patient.id]);
  expect(await reasonsFor(patient, 15_000)).toEqual([]);
});

test('a flag or a dispute sends withdrawals to review until it is ended', async () => {
  const member = await newPayer(1_000);
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'told by slips alone')`, [member.id]);
  expect(await reasonsFor(member, 100)).toEqual(['flag: told by slips alone']);
  await db.query('update member_flags set cleared_at = app_now() where member_id = $1', [member.id]);
  const recorded = await operator('payments record', 'KBANK', '0000000012', 'SCB', digits(12), '50');
  const payment = /\d+/.exec(recorded)?.[0];
  await db.query(`insert into disputes (payment_id, member_id, why, frozen) values ($1, $2, 'a test', 0)`, [
    payment,
    member.id,
  ]);
  expect(await reasonsFor(member, 100)).toEqual([`a disputed deposit: payment ${payment}`]);
  expect(await reasonsFor(await newPayer(1_000), 100)).toEqual([]);
  await db.query('update disputes set ended_at = app_now() where member_id = $1', [member.id]);
  expect(await reasonsFor(member, 100)).toEqual([]);
});

test('what happens while a withdrawal waits counts: a flag that is raised before the channel is called', async () => {
  const member = await newPayer(1_000);
  await operator('payouts pause');
  const id = await ask(member, 500);
  expect((await rowOf(id)).reasons).toEqual([]);
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'QR code paid by another name')`, [
    member.id,
  ]);
  await operator('payouts resume');
  await vi.waitFor(async () => expect((await rowOf(id)).state).toBe('checking'), BY_ITSELF);
  expect((await rowOf(id)).reasons).toEqual(['flag: QR code paid by another name']);
  expect(await heardOf(member)).toEqual([]);
});

test('a refused withdrawal is back in the main wallet, and the member is told why', async () => {
  const member = await newPayer(30_000);
  const id = await ask(member, 25_000);
  expect(await mainWalletOf(product, member)).toEqual({ amount: 5_000, inTransit: 0, withdrawing: 25_000 });
  expect(await operator('withdrawals refuse', member.id, id, 'OWN_DEPOSIT')).toBe(
    `${member.id} has the 25,000.00 BAHT again.`,
  );
  expect(await mainWalletOf(product, member)).toEqual({ amount: 30_000, inTransit: 0, withdrawing: 0 });
  expect(await entryOf(member, id)).toMatchObject({ status: 'FAILED', step: 'RETURNED', reason: 'OWN_DEPOSIT' });
  await expect(operator('withdrawals refuse', member.id, id, 'OWN_DEPOSIT')).rejects.toThrow('it is returned');
  await expect(operator('withdrawals refuse', member.id, id, 'BECAUSE')).rejects.toThrow('Say BANK_ACCOUNT or');
  expect(await heardOf(member)).toEqual([]);
});

test('an operator stops a withdrawal that would leave by itself; it waits until it is released, and then the rules are asked', async () => {
  await operator('payouts pause');
  const member = await newPayer(60_000);
  const [small, large] = [await ask(member, 300), await ask(member, 20_000.5)];
  await operator('withdrawals hold', member.id, small);
  await operator('withdrawals hold', member.id, large);
  await operator('payouts resume');
  expect(await entryOf(member, small)).toMatchObject({ step: 'CHECKING', canCancel: true });
  expect(await rowOf(small)).toEqual({ state: 'checking', reasons: ['stopped by an operator'] });
  await expect(operator('withdrawals approve', member.id, large)).rejects.toThrow('was stopped: release it first');
  await expect(operator('withdrawals hold', member.id, small)).rejects.toThrow('You have stopped withdrawal');

  expect(await operator('withdrawals release', member.id, small)).toContain('goes on by itself');
  await expectPaid(member, small);
  expect(await operator('withdrawals release', member.id, large)).toBe(
    `Withdrawal ${large} has to be approved: a large amount.`,
  );
  await expect(operator('withdrawals release', member.id, large)).rejects.toThrow('is not stopped');
  expect(await rowOf(large)).toEqual({ state: 'checking', reasons: ['a large amount'] });
  // Approved, stopped and released again it goes on: what was approved stays approved.
  await operator('payouts pause');
  await operator('withdrawals approve', member.id, large);
  await operator('withdrawals hold', member.id, large);
  await operator('payouts resume');
  await operator('withdrawals release', member.id, large);
  await expectPaid(member, large);
});

test('a withdrawal that is stopped while money comes home for it is not paid, and is paid once it is released', async () => {
  const member = await newPlayer(product, { circus: 100 });
  await payIn(db, member, 100);
  const impatient = await startProduct(database, {
    ...RULES,
    SANDBOX_URL: sandbox.url,
    ROLE: 'api',
    PROVIDER_TIMEOUT_MS: '500',
  });
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 });
  const { id } = (await withdraw(impatient, member, 200, { all: true })).body as { id: string };
  expect((await rowOf(id)).state).toBe('gathering');
  await operator('withdrawals hold', member.id, id);
  await vi.waitFor(async () => expect((await rowOf(id)).state).toBe('checking'), BY_ITSELF);
  await operator('withdrawals release', member.id, id);
  await expectPaid(member, id);
});

/** Whether a second operator has to approve the withdrawal too. */
const needsSecondFor = (member: Player, id: string, { approveWithdrawal } = acts) =>
  inTransaction(db, async (tx) => {
    const { needsSecond } = approveWithdrawal;
    const tester = { name: 'a tester', roles: [] };
    return typeof needsSecond === 'function' ? needsSecond(tx, { member: member.id, id }, tester) : needsSecond;
  });

test('approving one member over 100,000 in 24 hours needs a second operator', async () => {
  const member = await newPayer(1_000_000);
  const needsSecond = (id: string) => needsSecondFor(member, id);
  const [first, second, third] = [await ask(member, 50_000), await ask(member, 50_000), await ask(member, 100)];
  for (const id of [first, second, third]) expect(await needsSecond(id)).toBe(false);
  await operator('withdrawals approve', member.id, first);
  expect(await needsSecond(second)).toBe(false);
  await operator('withdrawals approve', member.id, second);
  expect(await needsSecond(third)).toBe(true);
  const letPassSinceApproved = (time: string) =>
    db.query('update withdrawals set approved_at = approved_at - $2::interval where id = $1', [first, time]);
  await letPassSinceApproved('23 hours');
  expect(await needsSecond(third)).toBe(true);
  await letPassSinceApproved('1 hour');
  expect(await needsSecond(third)).toBe(false);
  const worth = await inTransaction(
    db,
    (tx) => acts.approveWithdrawal.worth?.(tx, { member: member.id, id: third }) ?? expect.fail(),
  );
  expect(worth).toEqual({ amount: 100_00n, currency: 'BAHT' });
});

test('what was approved and then given back does not count to what one operator approves for a member', async () => {
  const member = await newPayer(1_000_000);
  await operator('payouts pause');
  const [first, second, small] = [await ask(member, 50_000), await ask(member, 50_000), await ask(member, 100)];
  for (const id of [first, second]) await operator('withdrawals approve', member.id, id);
  expect(await needsSecondFor(member, small)).toBe(true);
  await operator('withdrawals refuse', member.id, second, 'CONTACT');
  expect(await needsSecondFor(member, small)).toBe(false);
  const third = await ask(member, 50_000);
  await operator('withdrawals approve', member.id, third);
  expect(await needsSecondFor(member, small)).toBe(true);
  await cancel(member, third);
  expect(await needsSecondFor(member, small)).toBe(false);
  await operator('payouts resume');
});

test('in kip approving one member over 60,000,000 in 24 hours needs a second operator', async () => {
  const edition = { EDITION: 'la' };
  const laoOperator = operatorOf(db, { ...RULES, ...edition });
  const laoActs = openActs(readConfig({ DATABASE_URL: database.url, ...edition }));
  const member = await newMember(lao, newLaoRegistration());
  await payIn(db, member, 100_000_000);
  const [first, second, third] = [
    await ask(member, 30_000_000, lao),
    await ask(member, 30_000_000, lao),
    await ask(member, 50_000, lao),
  ];
  await laoOperator('withdrawals approve', member.id, first);
  expect(await needsSecondFor(member, second, laoActs)).toBe(false);
  await laoOperator('withdrawals approve', member.id, second);
  expect(await needsSecondFor(member, third, laoActs)).toBe(true);
});

test('a withdrawal is named together with its member: another’s with the same id is left alone', async () => {
  const [member, other] = [await newPayer(30_000), await newPayer(30_000)];
  const id = await ask(member, 20_500);
  expect(await withdraw(product, other, 20_600, { key: id })).toMatchObject({ status: 200 });
  await operator('withdrawals refuse', other.id, id, 'TERMS');
  expect(await mainWalletOf(product, other)).toMatchObject({ amount: 30_000 });
  expect(await entryOf(member, id)).toMatchObject({ step: 'CHECKING' });
  await expect(operator('withdrawals approve', 'NOBODY00', id)).rejects.toThrow('There is no member NOBODY00');
});

test('in kip 12,000,000 go by themselves and more is looked at', async () => {
  const member = await newMember(lao, newLaoRegistration());
  await payIn(db, member, 30_000_000);
  const askKip = async (amount: number) => rowOf(await ask(member, amount, lao));
  expect(await askKip(12_000_000)).toMatchObject({ reasons: [] });
  expect(await askKip(12_000_001)).toMatchObject({ reasons: ['a large amount'] });
});

test('in the end our books and the channel’s agree', async () => {
  const going = `select from withdrawals where next_try_at is not null`;
  await vi.waitFor(async () => expect((await db.query(going)).rowCount).toBe(0), BY_ITSELF);
  const { rows } = await db.query<{ currency: string; paid: string }>(
    `select currency, sum(amount)::text as paid from withdrawals where state = 'paid' group by 1`,
  );
  const { payouts } = await sandbox.books();
  for (const { currency, paid } of rows) expect(payouts[currency]).toEqual({ paid: Number(paid) / 100, pending: 0 });
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
