import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { BY_ITSELF, cloneDatabase, digits, newMember, waitingForLocks } from '../../../../test/harness.ts';
import { firstName, type Member } from '../../../../test/payers.ts';
import { byFeed, cut, NOTHING_TOLD, reportsTo } from '../../../../test/reports.ts';
import { openActs } from '../../../acts.ts';
import { readConfig } from '../../../config.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { post, problems } from '../../../ledger/ledger.ts';
import { inTransaction, many, one, type Transaction } from '../../../platform/database.ts';
import { frozenDeposits } from '../disputes/disputes.queries.ts';
import type { PaymentReport } from '../ingest/payment-report.ts';

const { db, owner } = await cloneDatabase();
/** The members of this file have registered long before anything is paid. */
await owner.query(`alter table members alter created_at set default '2018-01-01'`);
await openSandboxReceivers(db);
await db.query(`update deposit_banks set added_at = '2020-01-01T00:00Z'`);
const operator = operatorOf(db);
const { ingest, inBaht, confirmed, announced } = reportsTo(db);

/** A name that no other member has, so that four digits beside it are enough. */
const named = () => ({ bankAccountName: `${firstName()} JAIDEE` });
const thai = (more: Record<string, unknown> = {}) => newMember({ db, edition: 'th' }, { ...named(), ...more });
const claimedBy = ({ id }: Member) => ({ memberId: id, proof: 'sender' as const });

/** An SMS shows four digits and the name, and no bank. */
function bySms({ registration }: Member, more: Partial<PaymentReport> = {}): PaymentReport {
  const { bankAccountNo, bankAccountName: senderName } = registration;
  const to = { receiverBank: 'KBANK', receiverAccount: '0000000130', amount: 100_00n, currency: 'BAHT' as const };
  const told = { channel: 'sms' as const, noticeId: digits(12), paidAt: new Date(), senderAccount: cut(bankAccountNo) };
  return { ...NOTHING_TOLD, ...to, ...told, senderName, ...more };
}

/** An account of no member, in a name of its own. */
const stranger = () => ({ sendingBank: 'BBL', senderAccount: digits(10), senderName: `${firstName()} KNOWN` });

const disputesOf = ({ id }: Member) =>
  many<{ id: bigint; why: string; frozen: bigint }>(
    db,
    'select id, why, frozen from disputes where member_id = $1 order by id',
    [id],
  );
const flagsOf = async ({ id }: Member) => {
  const sql = 'select reason from member_flags where member_id = $1 and cleared_at is null order by reason';
  return (await many<{ reason: string }>(db, sql, [id])).map(({ reason }) => reason);
};
const spend = ({ id: memberId }: Member, amount: bigint) =>
  post(db, {
    ...{ key: `spent/${digits(15)}`, reason: 'test', memberId, currency: 'BAHT' },
    ...{ from: 'main', to: 'house:demo', amount },
  });

test('the registered account, wholly shown, is enough for any amount where the name is in another script', async () => {
  const member = await thai();
  const told = await ingest(byFeed(member, { amount: 9_000_00n, senderName: 'สมหญิง ใจดี' }));
  expect(told).toMatchObject({ member_id: member.id, remark: null });
  expect(announced).toEqual([member.id]);
  expect(await flagsOf(member)).toEqual([]);
});

test('four digits without any name decide nothing, however small the amount', async () => {
  const member = await thai();
  const senderAccount = cut(member.registration.bankAccountNo);
  const told = await ingest(byFeed(member, { senderAccount, senderName: '', amount: 1n }));
  expect(told).toMatchObject({ member_id: null, remark: `perhaps of ${member.id}: the name cannot be compared` });
});

test('of an account that was seen before no SMS without a name, in another name or of another currency is credited', async () => {
  const member = await confirmed(named());
  for (const shown of [{ senderName: '' }, { senderName: 'SOMEBODY ELSE' }, { currency: 'LAK' as const }]) {
    const told = await ingest(bySms(member, shown));
    expect({ ...shown, owner: told.member_id }).toEqual({ ...shown, owner: null });
  }
  expect(await inBaht(member)).toBe(1);
});

test('an account that an operator has said is a member’s pays to that member, until the payment is moved to another', async () => {
  const [wrong, rightful] = [await confirmed(named()), await thai()];
  const sender = stranger();
  const again = (more: Partial<PaymentReport> = {}) =>
    ingest(byFeed(wrong, { ...sender, senderAccount: cut(sender.senderAccount), amount: 20_00n, ...more }));
  const first = await ingest(byFeed(wrong, sender));
  expect(first).toMatchObject({ member_id: null, remark: 'of a sender who is no member' });
  await operator('payments credit', String(first.id), wrong.id);
  expect(await again()).toMatchObject({ member_id: wrong.id });
  for (const other of [{ sendingBank: 'SCB' }, { senderName: 'AUNT ELSE' }, { senderName: '' }])
    expect({ ...other, owner: (await again(other)).member_id }).toEqual({ ...other, owner: null });

  await operator('payments move', String(first.id), rightful.id);
  expect(await again()).toMatchObject({ member_id: rightful.id });
  // What other payments have confirmed of the first member is still known.
  expect(await ingest(bySms(wrong))).toMatchObject({ member_id: wrong.id });
});

test('what the bank shows after a slip confirms the account: from then on an SMS is enough', async () => {
  const member = await thai();
  const slip = { channel: 'slip', senderAccount: `xxxxx${member.registration.bankAccountNo.slice(5, 9)}x` } as const;
  const told = byFeed(member);
  await ingest({ ...told, ...slip }, claimedBy(member));
  expect(await ingest(bySms(member))).toMatchObject({ member_id: null });
  await ingest(told);
  expect(await ingest(bySms(member))).toMatchObject({ member_id: member.id });
  // An SMS does not tell the sending bank: the statement names the bank that received it.
  const entries = 'select from_place from statement_entries where member_id = $1';
  expect(await many(db, entries, [member.id])).toEqual([{ from_place: 'KBANK' }, { from_place: 'KBANK' }]);
});

test('a slip that came too late waits with the name of its member, and the bank’s word credits it all the same', async () => {
  const member = await thai();
  const told = byFeed(member);
  const late = { memberId: member.id, proof: 'late' as const };
  const remark = `of ${member.id}, whose slip came too late`;
  expect(await ingest({ ...told, channel: 'slip' }, late)).toMatchObject({
    member_id: null,
    remark,
    isUndecided: false,
  });
  expect(await ingest(told)).toMatchObject({ member_id: member.id, remark: null });
});

test('a payment from exactly an hour before an account was opened is credited, an earlier one waits, and a slip of it does not', async () => {
  // Another account of the bank, opened today, says nothing.
  await db.query(`insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency)
    values ('KBANK', 'BANK', 'AUTO', 'KRAPAO', '0000009999', 'BAHT')`);
  const member = await thai();
  const [inTime, early] = [new Date('2019-12-31T23:00:00Z'), new Date('2019-12-31T22:59:59.999Z')];
  expect(await ingest(byFeed(member, { paidAt: inTime }))).toMatchObject({ member_id: member.id });
  const told = byFeed(member, { paidAt: early });
  const remark = 'paid before the account was opened to members';
  expect(await ingest(told)).toMatchObject({ member_id: null, remark });
  expect(await ingest({ ...told, channel: 'slip' }, claimedBy(member))).toMatchObject({ member_id: member.id });
});

test('what a wallet was sent exactly an hour before it was opened is credited, and what came earlier waits', async () => {
  await db.query(`update deposit_wallets set added_at = '2020-01-01T00:00Z' where phone = '0000000016'`);
  const member = await thai();
  const sent = (paidAt: string) =>
    ingest({
      ...byFeed(member, { channel: 'wallet', paidAt: new Date(paidAt), senderAccount: member.username }),
      ...{ receiverBank: 'TRUEMONEY', receiverAccount: '0000000016', sendingBank: 'TRUEMONEY' },
    });
  expect(await sent('2019-12-31T23:00:00Z')).toMatchObject({ member_id: member.id });
  const remark = 'paid before the wallet was opened to members';
  expect(await sent('2019-12-31T22:59:59.999Z')).toMatchObject({ member_id: null, remark });
});

test('a slip claimed by a member of another currency proves nothing, and does not put their name over an earlier remark', async () => {
  const [payer, laotian] = [await thai(), await newMember({ db, edition: 'la' }, named())];
  const certain = { memberId: laotian.id, proof: 'certain' as const };
  const told = { ...byFeed(payer), ...stranger() };
  const remark = `of ${laotian.id}, who has another currency`;
  expect(await ingest({ ...told, reference: digits(15) }, certain)).toMatchObject({ member_id: null, remark });
  await ingest(told);
  expect(await ingest({ ...told, channel: 'slip' }, certain)).toMatchObject({ remark: 'of a sender who is no member' });
});

/** An open code of the member; answers our reference of it. */
async function newCode({ id }: Member, currency: string): Promise<string> {
  const reference = `K${digits(15)}`;
  await db.query(
    `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, expires_at)
      values ($1, 'KBANK', $2, 10000, $3, 'x', 'OPEN', app_now() + interval '1 hour')`,
    [id, reference, currency],
  );
  return reference;
}

test('a QR code in kip that is paid in baht gives its maker nothing', async () => {
  const [payer, maker] = [await thai(), await newMember({ db, edition: 'la' }, named())];
  const billReference = await newCode(maker, 'LAK');
  const told = await ingest({ ...byFeed(payer), ...stranger(), billReference, channel: 'sweep' });
  expect(told).toMatchObject({ member_id: null, remark: 'of a sender who is no member' });
  const codes = await many(db, 'select status from qrcodes where reference = $1', [billReference]);
  expect(codes).toEqual([{ status: 'OPEN' }]);
});

test('a QR code that is paid from the account of a stranger confirms nothing of its maker', async () => {
  const maker = await thai();
  const billReference = await newCode(maker, 'BAHT');
  await ingest({ ...byFeed(maker), ...stranger(), billReference, channel: 'sweep' });
  expect(await inBaht(maker)).toBe(100);
  expect(await ingest(bySms(maker))).toMatchObject({ member_id: null });
});

test('a QR code that is paid from the account of a stranger confirms nothing of its maker, also when operators give it', async () => {
  const [payer, maker] = [await thai(), await thai()];
  const billReference = await newCode(maker, 'BAHT');
  const sender = stranger();
  const told = byFeed(payer, { ...sender, billReference, channel: 'sweep', amount: 34_00n });
  await ingest(told);
  const second = await ingest({ ...told, reference: digits(15) });
  await db.query('update payments set possible_duplicate_of = null, waits_by = null where id = $1', [second.id]);
  await operator('payments credit', String(second.id), maker.id);
  const sql = 'select from confirmed_senders where member_id = $1';
  expect((await db.query(sql, [maker.id])).rowCount).toBe(0);
});

/** Credited on the word of a slip that shows a part of the registered account, and then told by the feed. */
async function slipAndFeed(member: Member, told: PaymentReport, byBank: Partial<PaymentReport>) {
  const senderAccount = `xxxxx${told.senderAccount.slice(5, 9)}x`;
  expect(await ingest({ ...told, channel: 'slip', senderAccount }, claimedBy(member))).toMatchObject({
    member_id: member.id,
  });
  await ingest({ ...told, ...byBank });
}

test('a later report freezes a credit if it shows another account, or another name beside a part of the account', async () => {
  const cases: [string, (account: string) => Partial<PaymentReport>, string | undefined][] = [
    ['the same', () => ({}), undefined],
    ['another account', () => ({ senderAccount: '9999999999' }), 'KBANK 9999999999'],
    ['another name', (account) => ({ senderAccount: cut(account), senderName: 'ANOTHER PERSON' }), 'ANOTHER PERSON'],
  ];
  for (const [what, shows, why] of cases) {
    const member = await thai();
    await slipAndFeed(member, byFeed(member), shows(member.registration.bankAccountNo));
    const [open] = await disputesOf(member);
    expect({ what, why: open?.why }).toEqual({ what, why: why && expect.stringContaining(why) });
  }
});

test('beside the whole registered account another spelling of the name freezes nothing, and another account does', async () => {
  for (const [digit, disputes] of [
    ['4', 0],
    ['5', 1],
  ] as const) {
    const member = await thai({ bankAccountNo: `${digits(9)}4` });
    const told = byFeed(member);
    await ingest(told);
    const senderAccount = `x${told.senderAccount.slice(-4, -1)}${digit}`;
    const shown = { senderAccount, senderName: 'OTHERWISE SPELLED', channel: 'slip' } as const;
    await ingest({ ...told, ...shown }, claimedBy(member));
    expect(await disputesOf(member)).toHaveLength(disputes);
  }
});

test('what a feed shows of money that an operator recorded and gave away freezes nothing', async () => {
  const member = await thai();
  const told = byFeed(member, { ...stranger(), amount: 70_00n });
  const recorded = await operator('payments record', 'KBANK', '0000000012', 'BBL', told.reference ?? '', '70');
  await operator('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id);
  await ingest(told);
  expect([await disputesOf(member), await inBaht(member)]).toEqual([[], 70]);
});

test('an account that an operator has confirmed contradicts no credit, and the same digits at another bank do', async () => {
  const member = await thai();
  const sender = stranger();
  const first = await ingest(byFeed(member, sender));
  await operator('payments credit', String(first.id), member.id);
  for (const [sendingBank, disputes] of [
    [sender.sendingBank, 0],
    ['SCB', 1],
  ] as const) {
    const notice = bySms(member, { senderAccount: cut(sender.senderAccount), senderName: sender.senderName });
    expect(await ingest(notice)).toMatchObject({ member_id: member.id });
    await ingest({ ...notice, ...sender, sendingBank, noticeId: null, reference: digits(15), channel: 'slip' });
    expect(await disputesOf(member)).toHaveLength(disputes);
  }
});

test('a payment is disputed once: a third report that contradicts it is taken in, also after the dispute was released', async () => {
  const member = await thai();
  const told = byFeed(member);
  await slipAndFeed(member, told, { senderAccount: '9999999999' });
  const [open] = await disputesOf(member);
  expect(open?.frozen).toBe(100_00n);
  await operator('disputes release', String(open?.id));
  await ingest({ ...told, senderAccount: '8888888888', channel: 'sweep' });
  expect(await disputesOf(member)).toEqual([open]);
  // That the operator released it says that the account is the member's.
  expect(await ingest(bySms(member))).toMatchObject({ member_id: member.id });
  expect(await inBaht(member)).toBe(200);
});

test('a disputed credit that is spent freezes nothing, is not shown to its member, and can be released and moved', async () => {
  const [member, other, rightful] = [await thai(), await thai(), await thai()];
  const spent = byFeed(member);
  expect(await ingest({ ...spent, channel: 'slip' }, claimedBy(member))).toMatchObject({ member_id: member.id });
  await spend(member, 100_00n);
  await ingest({ ...spent, senderAccount: '9999999999' });
  const left = byFeed(member, { amount: 30_00n });
  await slipAndFeed(member, left, { senderAccount: '9999999999' });
  await slipAndFeed(other, byFeed(other, { amount: 40_00n }), { senderAccount: '9999999999' });
  const disputes = await disputesOf(member);
  expect(disputes.map(({ frozen }) => frozen)).toEqual([0n, 30_00n]);
  expect(await frozenDeposits(db, member.id)).toEqual([
    { from: 'KBANK', amount: 30_00n, frozen: 30_00n, creditedAt: expect.any(Date) },
  ]);

  const [nothing, something] = disputes.map(({ id }) => String(id));
  expect(await operator('disputes release', nothing ?? '')).toBe(`${member.id} has the 0.00 again.`);
  expect(await operator('disputes release', something ?? '')).toBe(`${member.id} has the 30.00 again.`);
  await spend(member, 30_00n);
  const { id } = await one<{ id: bigint }>(db, 'select id from payments where reference = $1', [left.reference]);
  expect(await operator('payments move', String(id), rightful.id)).toBe(
    `30.00 BAHT is ${rightful.id}'s; 0.00 was taken from ${member.id}, who owes 30.00.`,
  );
  expect(await many(db, `select remark from payments where id = $1`, [id])).toEqual([
    { remark: `it had been credited to ${member.id}` },
  ]);
  const entries = 'select statement_type as type, from_place as "from" from statement_entries where member_id = $1';
  const deposit = { type: 'deposit', from: 'KBANK' };
  expect(await many(db, entries, [member.id])).toEqual([deposit, deposit]);
  expect(await many(db, entries, [rightful.id])).toEqual([deposit]);
});

test('a dispute that two operators give to two members at one moment is ended by the first, and the second is refused', async () => {
  const [member, first, second] = [await thai(), await thai(), await thai()];
  await slipAndFeed(member, byFeed(member), { senderAccount: '9999999999' });
  const dispute = String((await disputesOf(member))[0]?.id);
  const { giveDisputed } = openActs(readConfig({ DATABASE_URL: 'postgres://of/nobody' }));
  const give = (tx: Transaction, { id }: Member) =>
    giveDisputed.run(tx, { name: 'a tester', roles: [] }, { dispute, member: id });
  const { other } = await inTransaction(db, async (tx) => {
    await give(tx, first);
    const other = inTransaction(db, (late) => give(late, second)).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await expect.poll(() => waitingForLocks(db), BY_ITSELF).toBe(1);
    return { other };
  });
  expect(await other).toContain(`No dispute ${dispute} is open`);
  expect([await inBaht(first), await inBaht(second)]).toEqual([100, 0]);
});

test('neither a dispute nor a move gives baht to a member of another currency', async () => {
  const [member, laotian] = [await thai(), await newMember({ db, edition: 'la' }, named())];
  const said = operatorOf(db, { EDITION: 'la' });
  const told = byFeed(member);
  await slipAndFeed(member, told, { senderAccount: '9999999999' });
  const [open] = await disputesOf(member);
  const refusal = `It is BAHT, and ${laotian.id} has LAK.`;
  await expect(said('disputes give', String(open?.id), laotian.id)).rejects.toThrow(refusal);
  await operator('disputes release', String(open?.id));
  const { id } = await one<{ id: bigint }>(db, 'select id from payments where reference = $1', [told.reference]);
  await expect(said('payments move', String(id), laotian.id)).rejects.toThrow(refusal);
});

test('a flag for a name in another script goes when the account is wholly shown: that flag, and that member’s alone', async () => {
  const [member, other] = [await thai(), await thai()];
  const reason = 'name in another script';
  for (const one of [member, other]) {
    const senderAccount = cut(one.registration.bankAccountNo);
    await ingest(byFeed(one, { senderAccount, senderName: 'สมหญิง ใจดี' }));
    expect(await flagsOf(one)).toEqual([reason]);
  }
  await db.query(`insert into member_flags (member_id, reason) values ($1, 'told by slips alone')`, [member.id]);
  await ingest(byFeed(member));
  expect([await flagsOf(member), await flagsOf(other)]).toEqual([['told by slips alone'], [reason]]);
  // So says an operator of what waits, if it can be from the registered account.
  for (const [shown, flags] of [
    [stranger(), [reason]],
    [{ senderAccount: cut(other.registration.bankAccountNo), senderName: 'สมหญิง ใจดี' }, []],
  ] as const) {
    const { id } = await ingest(byFeed(other, { ...shown, amount: 2_000_01n }));
    await operator('payments credit', String(id), other.id);
    expect(await flagsOf(other)).toEqual(flags);
  }
});

test('more than 3,000,000 kip in a day by slips alone flags a member, until the bank has reported the part above the limit', async () => {
  const member = await newMember({ db, edition: 'la' }, named());
  const told = (amount: bigint) =>
    byFeed(member, { receiverBank: 'BCEL', receiverAccount: '0000000000015', currency: 'LAK', amount });
  const [most, above] = [told(3_000_000_00n), told(1n)];
  await ingest({ ...most, channel: 'slip' }, claimedBy(member));
  expect(await flagsOf(member)).toEqual([]);
  const { id } = await ingest({ ...above, channel: 'slip' }, claimedBy(member));
  expect(await flagsOf(member)).toEqual(['told by slips alone']);
  expect(await many(db, 'select payment_id from member_flags where member_id = $1', [member.id])).toEqual([
    { payment_id: id },
  ]);
  await ingest(above);
  expect(await flagsOf(member)).toEqual([]);
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
});
