import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { cloneDatabase, digits, newMember } from '../../../../test/harness.ts';
import { firstName, type Member } from '../../../../test/payers.ts';
import { byFeed, cut, NOTHING_TOLD, reportsTo } from '../../../../test/reports.ts';
import { openSandboxReceivers } from '../../../demo/receivers.ts';
import { balancesOf, problems } from '../../../ledger/ledger.ts';
import { many, one } from '../../../platform/database.ts';
import { ticketReport } from '../../truelinks/redeem-truelink.ts';
import type { PaymentReport } from './payment-report.ts';
import { RULES } from './rules.ts';
import { WHY_IT_WAITS } from './why-it-waits.ts';

const { db, owner } = await cloneDatabase();
await openSandboxReceivers(db);
for (const table of ['deposit_banks', 'deposit_wallets']) await db.query(`update ${table} set added_at = '2020-01-01'`);
/** The members of this file have registered long before anything is paid. */
await owner.query(`alter table members alter created_at set default '2018-01-01'`);
const operator = operatorOf(db);
const { ingest, inBaht, confirmed } = reportsTo(db);

/** Whose feed and slips have references of their own; references of the others are shared. */
const OWN = { receiverBank: 'SCB', receiverAccount: '0000000011' };
await operator('receivers references', 'scb', OWN.receiverAccount, 'own');

/** An account whose feed has never listed a payment by QR code. */
const UNLISTED = { receiverBank: 'GSB', receiverAccount: '000000000014' };

/** A name that no other member has, so that four digits beside it are enough. */
const named = () => ({ bankAccountName: `${firstName()} JAIDEE` });
const thai = (more: Record<string, unknown> = {}) => newMember({ db, edition: 'th' }, { ...named(), ...more });
const claimedBy = ({ id }: Member, proof: 'sender' | 'late' = 'sender') => ({ memberId: id, proof });
/** Amounts that no other test here pays. */
let amounts = 1_000n;
const amount = () => {
  amounts += 1n;
  return amounts * 100n;
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const bySlip = (member: Member, more: Partial<PaymentReport>): PaymentReport => {
  const senderAccount = `xxxxx${member.registration.bankAccountNo.slice(5, 9)}x`;
  return byFeed(member, { senderAccount, channel: 'slip', ...more });
};
const bySms = (member: Member, paid: bigint, saidAt: Date | null = null): PaymentReport => {
  const { bankAccountNo, bankAccountName: senderName } = member.registration;
  const to = { receiverBank: 'KBANK', receiverAccount: '0000000130', amount: paid, currency: 'BAHT' as const };
  const notice = { content: `${senderName} ${paid}`, balance: null };
  const told = { channel: 'sms' as const, noticeId: digits(12), paidAt: new Date(), senderAccount: cut(bankAccountNo) };
  return { ...NOTHING_TOLD, ...to, ...told, senderName, notice, saidAt };
};
const byWallet = (member: Member, paid: bigint, more: Partial<PaymentReport> = {}) =>
  byFeed(member, {
    ...{ channel: 'wallet', sendingBank: 'TRUEMONEY', receiverBank: 'TRUEMONEY', receiverAccount: '0000000016' },
    ...{ amount: paid, senderAccount: member.username, ...more },
  });
/** The inquiry of a code of the member, which shows nothing of the payer but a bank. */
async function byCode({ id }: Member, paid: bigint, more: Partial<PaymentReport> = {}): Promise<PaymentReport> {
  const billReference = `K${digits(15)}`;
  await db.query(
    `insert into qrcodes (member_id, provider, reference, amount, currency, payload, status, expires_at)
      values ($1, 'KBANK', $2, $3, 'BAHT', 'x', 'CANCELLED', app_now())`,
    [id, billReference, paid],
  );
  const to = { receiverBank: 'KBANK', receiverAccount: '0000000012', amount: paid, currency: 'BAHT' as const };
  const told = { channel: 'sweep' as const, reference: digits(15), paidAt: new Date(), sendingBank: 'KBANK' };
  return { ...NOTHING_TOLD, ...to, ...told, senderAccount: '', senderName: '', billReference, ...more };
}
const stranger = () => ({ sendingBank: 'BBL', senderAccount: digits(10), senderName: `${firstName()} KNOWN` });
const flagsOf = ({ id }: Member) => many(db, 'select reason from member_flags where member_id = $1', [id]);

/** What is written of a payment, by the reference of a report of it. */
const state = ({ reference }: PaymentReport) =>
  one<{ member_id: string | null; waits_by: string | null; duplicate_of: bigint | null; id: bigint }>(
    db,
    'select id, member_id, waits_by, duplicate_of from payments where reference = $1',
    [reference],
  );
const waitsBy = (rule: string) => ({ member_id: null, waits_by: rule });
const isOf = ({ id }: Member) => ({ member_id: id, waits_by: null });

const tested: string[] = [];
/** A test of the rule with this name. */
function rule(name: string, says: string, run: () => Promise<void>): void {
  if (!tested.includes(name)) tested.push(name);
  test(`${name}: ${says}`, run);
}

rule('credited before', 'a second report credits nothing, and gives the payment to no other code', async () => {
  const [payer, maker] = [await thai(), await thai()];
  const told = byFeed(payer, { amount: amount() });
  await ingest(told);
  const { billReference } = await byCode(maker, told.amount);
  await ingest({ ...told, channel: 'sweep', billReference });
  expect(await inBaht(maker)).toBe(0);
  expect(await many(db, 'select qrcode_id from payments where reference = $1', [told.reference])).toEqual([
    { qrcode_id: null },
  ]);
});

rule('closed', 'money that was sent back is credited to nobody', async () => {
  const member = await thai();
  const told = byFeed(member, { ...stranger(), amount: amount() });
  const { id } = await ingest(told);
  await operator('payments close', String(id));
  expect(await ingest({ ...told, channel: 'sweep', senderAccount: member.registration.bankAccountNo })).toMatchObject({
    member_id: null,
    isUndecided: false,
  });
});

rule('told before', 'a line that its feed tells again credits nothing that waits', async () => {
  const sender = stranger();
  const member = await thai();
  const told = byFeed(member, { ...sender, amount: amount() });
  await ingest(told);
  const { senderName: bankAccountName, senderAccount: bankAccountNo } = sender;
  // As old as the other members here: only that the line was told before keeps it waiting.
  const later = await newMember({ db, edition: 'th' }, { bankCode: 'BBL', bankAccountName, bankAccountNo });
  expect(await ingest(told)).toMatchObject(waitsBy('nobody fits'));
  expect(await inBaht(later)).toBe(0);
});

rule('another currency', 'a line in kip at an account in baht waits, whoever sent it', async () => {
  const laotian = await newMember({ db, edition: 'la' }, named());
  const told = byFeed(laotian, { currency: 'LAK', amount: amount() });
  expect(await ingest(told)).toMatchObject(waitsBy('another currency'));
  expect(await ingest({ ...told, channel: 'slip' }, claimedBy(laotian))).toMatchObject(waitsBy('another currency'));
});

rule('perhaps told twice', 'an SMS without a balance that comes again waits', async () => {
  const member = await confirmed(named());
  const paid = amount();
  await ingest(bySms(member, paid));
  expect(await ingest(bySms(member, paid))).toMatchObject(waitsBy('perhaps told twice'));
});

rule('perhaps told twice', 'a code’s second payment, told by a slip too, still waits', async () => {
  const maker = await thai();
  const code = await byCode(maker, amount());
  await ingest(code);
  const second = { ...code, reference: digits(15) };
  expect(await ingest(second)).toMatchObject(waitsBy('perhaps told twice'));
  expect(await ingest({ ...second, channel: 'callback' })).toMatchObject(waitsBy('perhaps told twice'));
  expect(await ingest({ ...second, channel: 'feed' })).toMatchObject(waitsBy('perhaps told twice'));
});

rule('perhaps told twice', 'a page that is read again under other references credits nothing again', async () => {
  const member = await thai();
  const told = byFeed(member, { amount: amount() });
  await ingest(told);
  const again = { ...told, reference: digits(15), paidAt: minutesAgo(3) };
  expect(await ingest({ ...again, isReread: true })).toMatchObject(waitsBy('perhaps told twice'));
  // Read for the first time, it is another payment.
  expect(await ingest({ ...again, reference: digits(15) })).toMatchObject(isOf(member));
});

rule(
  'perhaps told twice',
  'a line that two readers take in at once under two references is credited once',
  async () => {
    const member = await thai();
    const told = byFeed(member, { amount: amount(), place: 1n });
    await Promise.all([ingest(told), ingest({ ...told, reference: digits(15), paidAt: minutesAgo(60) })]);
    expect(await inBaht(member)).toBe(Number(told.amount) / 100);
    // At the same place, a line of another amount is another.
    const other = byFeed(member, { amount: amount(), place: 1n });
    expect(await ingest(other)).toMatchObject(isOf(member));
  },
);

rule(
  'perhaps told twice',
  'a line that is read again under the reference of a credited code frees no other',
  async () => {
    const [maker, one, other] = [await thai(), await thai(), await thai()];
    const code = await byCode(maker, amount());
    await ingest(code);
    const lines = [one, other].map((member, at) => byFeed(member, { amount: code.amount, place: 11n + BigInt(at) }));
    for (const line of lines) await ingest(line);
    const rules = async () => (await Promise.all(lines.map(state))).map(({ waits_by }) => waits_by);
    const before = await rules();
    expect(before.toSorted()).toEqual(['kept for a code', null]);
    await ingest({ ...code, channel: 'feed', isReread: true, place: 11n + BigInt(before.indexOf(null)) });
    expect(await rules()).toEqual(before);
  },
);

rule(
  'perhaps told twice',
  'a line that names its code only when it is told again is not credited beside it',
  async () => {
    for (const isLineFirst of [false, true]) {
      const maker = await thai();
      const code = await byCode(maker, amount());
      const line = byFeed(maker, { amount: code.amount });
      for (const told of isLineFirst ? [line, code] : [code, line]) await ingest(told);
      await ingest({ ...line, billReference: code.billReference });
      // Whatever is told afterwards frees neither.
      await ingest(byFeed(await thai(), { amount: code.amount }));
      expect(await inBaht(maker)).toBe(Number(code.amount) / 100);
      expect(await state(isLineFirst ? code : line)).toMatchObject(waitsBy('perhaps told twice'));
    }
  },
);

rule('perhaps told twice', 'the line of money that an operator recorded under another reference waits', async () => {
  const member = await thai();
  await operator('payments record', 'KBANK', '0000000012', 'KBANK', digits(15), '777.25');
  expect(await ingest(byFeed(member, { amount: 777_25n }))).toMatchObject(waitsBy('perhaps told twice'));
});

rule('impossible time', 'an SMS with such a time waits', async () => {
  const member = await confirmed(named());
  const told = bySms(member, amount(), new Date('2026-01-01'));
  expect(await ingest(told)).toMatchObject(waitsBy('impossible time'));
});

rule(
  'kept for a code',
  'of two lines the one that shows the maker is the code’s, and the other is credited',
  async () => {
    const [maker, other] = [await thai(), await thai()];
    const paid = amount();
    const code = await byCode(maker, paid);
    await ingest(code);
    const [transfer, ofCode] = [byFeed(other, { amount: paid }), byFeed(maker, { amount: paid })];
    await ingest(transfer);
    await ingest(ofCode);
    expect(await state(ofCode)).toMatchObject(waitsBy('kept for a code'));
    expect([await inBaht(maker), await inBaht(other)]).toEqual([Number(paid) / 100, Number(paid) / 100]);
    // Told again, it is still the code's.
    await ingest(ofCode);
    expect(await inBaht(maker)).toBe(Number(paid) / 100);
  },
);

rule('kept for a code', 'a line beside a payment by code waits until there is one line more', async () => {
  const [maker, other] = [await thai(), await thai()];
  const paid = amount();
  await ingest(await byCode(maker, paid));
  const transfer = byFeed(other, { amount: paid });
  expect(await ingest(transfer)).toMatchObject(waitsBy('kept for a code'));
  // The line of the code, paid by somebody whom nobody knows.
  await ingest(byFeed(maker, { ...stranger(), amount: paid }));
  expect(await state(transfer)).toMatchObject(isOf(other));
});

rule('kept for a code', 'the line that names the code frees the other at once', async () => {
  const [maker, other] = [await thai(), await thai()];
  const paid = amount();
  const code = await byCode(maker, paid, OWN);
  await ingest(code);
  const transfer = byFeed(other, { ...OWN, amount: paid });
  await ingest(transfer);
  await ingest({ ...code, channel: 'feed', reference: digits(15) });
  expect(await state(transfer)).toMatchObject(isOf(other));
});

rule(
  'kept for a code',
  'a line that shows another than the named payer, or half an hour later, does not wait',
  async () => {
    const [maker, other] = [await thai(), await thai()];
    const paid = amount();
    await ingest(await byCode(maker, paid, { ...UNLISTED, senderAccount: 'x0001', senderName: 'MANEE M' }));
    await ingest(await byCode(maker, paid, { ...UNLISTED, paidAt: minutesAgo(31) }));
    expect(await ingest(byFeed(other, { ...UNLISTED, amount: paid }))).toMatchObject(isOf(other));
  },
);

rule(
  'kept for a code',
  'where the bank lists QR payments, a line half an hour later waits too as long as the code has no other',
  async () => {
    const [maker, other] = [await thai(), await thai()];
    const [listed, paid] = [amount(), amount()];
    const code = await byCode(maker, listed);
    await ingest(code);
    await ingest({ ...code, channel: 'feed' });
    await ingest(await byCode(maker, paid, { paidAt: minutesAgo(31) }));
    expect(await ingest(byFeed(other, { amount: paid }))).toMatchObject(waitsBy('kept for a code'));
    await ingest(byFeed(maker, { amount: paid, paidAt: minutesAgo(30) }));
    expect(await inBaht(other)).toBe(Number(paid) / 100);
  },
);

rule('code beside a line', 'a payment by code whose line was perhaps credited waits for one line more', async () => {
  const [maker, other] = [await thai(), await thai()];
  const paid = amount();
  await ingest(byFeed(other, { amount: paid }));
  const code = await byCode(maker, paid);
  expect(await ingest(code)).toMatchObject(waitsBy('code beside a line'));
  await ingest(byFeed(maker, { amount: paid }));
  expect(await state(code)).toMatchObject(isOf(maker));
  expect([await inBaht(maker), await inBaht(other)]).toEqual([Number(paid) / 100, Number(paid) / 100]);
});

rule(
  'code beside a line',
  'of a code and of its own line, told first and without the code, one is credited',
  async () => {
    const maker = await thai();
    const paid = amount();
    await ingest(byFeed(maker, { amount: paid }));
    await ingest(await byCode(maker, paid));
    expect(await inBaht(maker)).toBe(Number(paid) / 100);
  },
);

rule('code beside a line', 'a code whose line was perhaps credited waits, whatever waits beside it', async () => {
  const [maker, [one, another]] = [await thai(), await twins()];
  const paid = amount();
  await ingest(byFeed(maker, { amount: paid }));
  const code = await byCode(maker, paid);
  await ingest(code);
  // Another's transfer, of which it is not known whose it is: its money must not become the maker's.
  const { bankAccountNo, bankAccountName } = one.registration;
  const shown = { senderAccount: cut(bankAccountNo), senderName: bankAccountName.replace('SRISUK', 'S') };
  const transfer = byFeed(one, { ...shown, amount: paid });
  await ingest(transfer);
  expect(await state(code)).toMatchObject(waitsBy('code beside a line'));
  expect(await state(transfer)).toMatchObject(waitsBy('kept for a code'));
  expect(await Promise.all([maker, one, another].map(inBaht))).toEqual([Number(paid) / 100, 0, 0]);
});

rule('kept for a code', 'a line that nobody fits is kept for the code that was credited', async () => {
  const [maker, other] = [await thai(), await thai()];
  const paid = amount();
  await ingest(byFeed(other, { amount: paid }));
  await ingest(await byCode(maker, paid));
  const ofCode = byFeed(maker, { ...stranger(), amount: paid });
  await ingest(ofCode);
  expect(await state(ofCode)).toMatchObject(waitsBy('kept for a code'));
  expect([await inBaht(maker), await inBaht(other)]).toEqual([Number(paid) / 100, Number(paid) / 100]);
});

test('a code whose inquiry shows the sender of an equal transfer is not taken for that transfer', async () => {
  const [payer, maker] = [await thai(), await thai()];
  const transfer = byFeed(payer, { ...OWN, amount: amount() });
  await ingest(transfer);
  const { sendingBank, senderAccount, senderName } = transfer;
  const shown = { sendingBank, senderAccount, senderName };
  const code = await byCode(maker, transfer.amount, { ...OWN, ...shown });
  expect(await ingest(code)).toMatchObject(waitsBy('code beside a line'));
  expect(await many(db, 'select from disputes where member_id = $1', [payer.id])).toEqual([]);
  // The line of the code: the payer has made two payments, and one of them is the maker's.
  await ingest({ ...transfer, reference: digits(15) });
  expect([await inBaht(payer), await inBaht(maker)]).toEqual([Number(code.amount) / 100, Number(code.amount) / 100]);
});

test('however codes and lines of one amount come, no more are credited than the bank has told of', async () => {
  const orders = [
    ['code', 'code', 'line', 'line', 'line'],
    ['line', 'code', 'code', 'line', 'line'],
    ['line', 'line', 'code', 'line', 'code'],
    ['code', 'line', 'line', 'code', 'line'],
  ];
  for (const order of orders) {
    const members = await Promise.all([thai(), thai(), thai()]);
    const paid = amount();
    // Two codes were paid by strangers, and one transfer was made: three lines in all, and none names its code.
    const codes = [await byCode(members[0], paid), await byCode(members[1], paid)];
    const lines = [...Array(2)].map(() => byFeed(members[2], { ...stranger(), amount: paid }));
    lines.splice(1, 0, byFeed(members[2], { amount: paid }));
    let told = { codes: 0, lines: 0 };
    for (const kind of order) {
      await ingest((kind === 'code' ? codes.shift() : lines.shift()) as PaymentReport);
      told = { codes: told.codes + Number(kind === 'code'), lines: told.lines + Number(kind === 'line') };
      const credited = await many(db, 'select from payments where amount = $1 and member_id is not null', [paid]);
      expect({ order, told, isTooMuch: credited.length > Math.max(told.codes, told.lines) }).toMatchObject({
        isTooMuch: false,
      });
    }
    expect(await Promise.all(members.map(inBaht))).toEqual(members.map(() => Number(paid) / 100));
  }
});

rule(
  'slip beside a line',
  'a slip with another reference than the line of its payment credits nothing more',
  async () => {
    const member = await thai();
    const told = byFeed(member, { amount: amount() });
    await ingest(told);
    const slip = bySlip(member, { amount: told.amount });
    expect(await ingest(slip, claimedBy(member))).toMatchObject(waitsBy('slip beside a line'));
    // It was another payment after all: the feed tells its reference.
    expect(await ingest({ ...told, reference: slip.reference })).toMatchObject(isOf(member));
  },
);

rule('slip beside a line', 'a slip beside a payment by code whose payer is not shown waits too', async () => {
  const member = await thai();
  const code = await byCode(member, amount());
  await ingest(code);
  const slip = bySlip(member, { amount: code.amount });
  expect(await ingest(slip, claimedBy(member))).toMatchObject(waitsBy('slip beside a line'));
});

rule('line beside a slip', 'a line with another reference than a slip that was credited waits', async () => {
  const member = await thai();
  const slip = bySlip(member, { amount: amount() });
  expect(await ingest(slip, claimedBy(member))).toMatchObject(isOf(member));
  const line = byFeed(member, { amount: slip.amount });
  expect(await ingest(line)).toMatchObject(waitsBy('line beside a slip'));
  // The feed tells the slip's reference too: they are two payments.
  await ingest({ ...line, reference: slip.reference });
  expect(await state(line)).toMatchObject(isOf(member));
});

/** A line that says another time than its payment was made at: it was heard after an hour's outage, or by a wrong clock. */
const heardLate = { paidAt: minutesAgo(1), heardSince: minutesAgo(61) };
const saidEarly = { paidAt: minutesAgo(90), heardSince: minutesAgo(1) };
const anHourAgo = { paidAt: minutesAgo(60) };

rule('line beside a slip', 'a line that was heard after an outage waits beside a slip of that time', async () => {
  const member = await thai();
  const [slip, older] = [bySlip(member, { amount: amount(), ...anHourAgo }), amount()];
  await ingest(slip, claimedBy(member));
  expect(await ingest(byFeed(member, { amount: slip.amount, ...heardLate }))).toMatchObject(
    waitsBy('line beside a slip'),
  );
  // The feed had been read since that slip was paid.
  await ingest(bySlip(member, { amount: older, ...anHourAgo }), claimedBy(member));
  const fresh = byFeed(member, { amount: older, ...heardLate, heardSince: minutesAgo(1) });
  expect(await ingest(fresh)).toMatchObject(isOf(member));
});

rule(
  'slip beside a line',
  'a slip waits beside a line that was heard with it, whatever time the line says',
  async () => {
    const member = await thai();
    const line = byFeed(member, { amount: amount(), ...saidEarly });
    expect(await ingest(line)).toMatchObject(isOf(member));
    const slip = bySlip(member, { amount: line.amount });
    expect(await ingest(slip, claimedBy(member))).toMatchObject(waitsBy('slip beside a line'));
  },
);

rule('kept for a code', 'a line that was heard after an outage may be the line of a code of that time', async () => {
  const [maker, other] = [await thai(), await thai()];
  const [paid, older] = [amount(), amount()];
  await ingest(await byCode(maker, paid, anHourAgo));
  expect(await ingest(byFeed(maker, { amount: paid, ...heardLate }))).toMatchObject(waitsBy('kept for a code'));
  await ingest(await byCode(maker, older, { ...anHourAgo, ...UNLISTED }));
  const fresh = byFeed(other, { ...UNLISTED, amount: older, ...heardLate, heardSince: minutesAgo(1) });
  expect(await ingest(fresh)).toMatchObject(isOf(other));
});

rule(
  'code beside a line',
  'a code waits beside a line that was heard with it, whatever time the line says',
  async () => {
    const maker = await thai();
    const line = byFeed(maker, { amount: amount(), ...saidEarly });
    expect(await ingest(line)).toMatchObject(isOf(maker));
    expect(await ingest(await byCode(maker, line.amount))).toMatchObject(waitsBy('code beside a line'));
  },
);

rule('claimed in another currency', 'a member of another currency proves nothing', async () => {
  const [payer, laotian] = [await thai(), await newMember({ db, edition: 'la' }, named())];
  const slip = bySlip(payer, { amount: amount() });
  expect(await ingest(slip, claimedBy(laotian))).toMatchObject(waitsBy('claimed in another currency'));
});

rule('paid before we opened', 'what is older than our account waits', async () => {
  const member = await thai();
  const told = byFeed(member, { amount: amount(), paidAt: new Date('2019-06-01') });
  expect(await ingest(told)).toMatchObject(waitsBy('paid before we opened'));
});

/** When the member registered, or changed something, by the product's clock. */
const changed = ({ id }: Member, what: string, at: Date) =>
  db.query(`insert into account_changes (member_id, what, changed_at, next_try_at) values ($1, $2, $3, null)`, [
    ...[id, what, at],
  ]);

rule(
  'older than the member',
  'waiting money is not its sender’s who registers afterwards and sends the slip',
  async () => {
    const sender = stranger();
    const told = byFeed(await thai(), { ...sender, amount: amount() });
    await ingest(told);
    const { senderName: bankAccountName, senderAccount: bankAccountNo } = sender;
    const thief = await newMember({ db, edition: 'th' }, { bankCode: 'BBL', bankAccountName, bankAccountNo });
    await db.query('update members set created_at = app_now() where id = $1', [thief.id]);
    const slip = { ...told, channel: 'slip' as const };
    expect(await ingest(slip, claimedBy(thief))).toMatchObject({ member_id: null, isUndecided: false });
    expect(await inBaht(thief)).toBe(0);
  },
);

rule('older than the member', 'five minutes count, of a new bank account as of a new member', async () => {
  for (const [minutes, isCredited] of [
    [4, true],
    [6, false],
  ] as const) {
    const [member, other] = [await thai(), await thai()];
    await db.query('update members set created_at = app_now() where id = $1', [member.id]);
    await changed(other, 'bank', new Date());
    for (const one of [member, other]) {
      const told = await ingest(byFeed(one, { amount: amount(), paidAt: minutesAgo(minutes) }));
      expect(told).toMatchObject(isCredited ? isOf(one) : waitsBy('older than the member'));
    }
  }
});

rule(
  'older than the member',
  'a new name alone counts where the number is cut, and not where it is wholly shown',
  async () => {
    const member = await thai();
    await changed(member, 'bank name', new Date());
    const told = byFeed(member, { amount: amount(), paidAt: minutesAgo(6) });
    expect(await ingest({ ...told, senderAccount: cut(told.senderAccount) })).toMatchObject(
      waitsBy('older than the member'),
    );
    expect(await ingest({ ...told, reference: digits(15) })).toMatchObject(isOf(member));
  },
);

test('a change of the bank account’s name is noted, and the member is not told of it', async () => {
  const member = await thai();
  await db.query(`update members set bank_account_name = 'ANOTHER NAME' where id = $1`, [member.id]);
  const sql = 'select what, next_try_at from account_changes where member_id = $1';
  expect(await many(db, sql, [member.id])).toEqual([{ what: 'bank name', next_try_at: null }]);
});

rule('slip of another member', 'whoever sends the slip of another gets nothing', async () => {
  const [payer, bearer] = [await thai(), await thai()];
  const slip = bySlip(payer, { amount: amount() });
  expect(await ingest(slip, claimedBy(bearer))).toMatchObject(waitsBy('slip of another member'));
});

rule('late slip', 'a slip that came too late waits for an operator', async () => {
  const payer = await thai();
  const slip = bySlip(payer, { amount: amount() });
  expect(await ingest(slip, claimedBy(payer, 'late'))).toMatchObject(waitsBy('late slip'));
});

rule('nobody fits', 'money of a stranger waits', async () => {
  const told = byFeed(await thai(), { ...stranger(), amount: amount() });
  expect(await ingest(told)).toMatchObject(waitsBy('nobody fits'));
});

/** Two members at one bank whom four digits, the first name and a letter cannot tell apart. */
async function twins(): Promise<[Member, Member]> {
  const [first, end] = [firstName(), digits(4)];
  const twin = (start: string, name: string) =>
    thai({ bankAccountName: `${first} ${name}`, bankAccountNo: `${start}${end}` });
  return [await twin('123456', 'SRISUK'), await twin('987654', 'SAETANG')];
}

rule('several fit', 'a thief whose account was seen is not believed before the owner', async () => {
  const [victim, thief] = await twins();
  // The thief's bank writes the name in Thai: nothing shows that it is another's.
  await ingest(byFeed(thief, { amount: amount(), senderName: 'วิภา แซ่ตั้ง' }));
  const before = await inBaht(thief);
  const { bankAccountNo, bankAccountName } = victim.registration;
  const senderName = bankAccountName.replace('SRISUK', 'S');
  const told = byFeed(victim, { amount: amount(), senderAccount: cut(bankAccountNo), senderName });
  expect(await ingest(told)).toMatchObject(waitsBy('several fit'));
  expect(await inBaht(thief)).toBe(before);
});

rule('several fit', 'nor is one whom a bank confirmed under the same name', async () => {
  const [victim, thief] = await twins();
  await ingest(byFeed(thief, { amount: amount() }));
  const { bankAccountNo, bankAccountName } = victim.registration;
  const senderName = bankAccountName.replace('SRISUK', 'S');
  const told = byFeed(victim, { amount: amount(), senderAccount: cut(bankAccountNo), senderName });
  expect(await ingest(told)).toMatchObject(waitsBy('several fit'));
});

rule('phone not verified', 'a phone that nobody proved, beside another name, decides nothing', async () => {
  const told = byWallet(await thai(), amount(), { senderName: 'ANOTHER NAME' });
  expect(await ingest(told)).toMatchObject(waitsBy('phone not verified'));
});

rule('bank not told', 'an SMS credits nobody whose account was not seen before', async () => {
  expect(await ingest(bySms(await thai(), amount()))).toMatchObject(waitsBy('bank not told'));
});

rule('name not compared', 'a name in another script is not enough for much, and no name for nothing', async () => {
  const member = await thai();
  const senderAccount = cut(member.registration.bankAccountNo);
  const much = byFeed(member, { senderAccount, senderName: 'สมหญิง ใจดี', amount: 2_000_01n });
  const nameless = byFeed(member, { senderAccount, senderName: '', amount: amount() });
  for (const told of [much, nameless]) expect(await ingest(told)).toMatchObject(waitsBy('name not compared'));
});

rule('slip alone', 'where references are not shared a slip waits for our bank', async () => {
  const member = await thai();
  const slip = bySlip(member, { ...OWN, amount: amount() });
  expect(await ingest(slip, claimedBy(member))).toMatchObject(waitsBy('slip alone'));
  // A line that shows nothing of the sender in common with the slip is another payment.
  const hidden = { ...OWN, amount: slip.amount, senderAccount: 'xxxxxxxx12', senderName: '' };
  await ingest(byFeed(member, hidden));
  expect(await state(slip)).toMatchObject(waitsBy('slip alone'));
  await ingest(byFeed(member, { ...OWN, amount: slip.amount }));
  expect(await state(slip)).toMatchObject(isOf(member));
});

rule(
  'paid by code',
  'a payment by code is its maker’s at once, whoever pays and whether or not the payer is named',
  async () => {
    const maker = await thai();
    for (const payer of [{}, stranger()])
      for (const to of [{}, OWN]) {
        const code = await byCode(maker, amount(), { ...payer, ...to });
        expect(await ingest(code)).toMatchObject(isOf(maker));
      }
  },
);

rule('gift link', 'a voucher is the member’s who redeemed it', async () => {
  const member = await thai();
  const ticket = ticketReport({ hash: digits(18), mobile: '0000000017', amount: amount() }, new Date());
  expect(await ingest(ticket, { memberId: member.id, proof: 'certain' })).toMatchObject(isOf(member));
});

rule('phone of a member', 'a wallet whose name fits is the member’s, if the member registered before', async () => {
  const [member, later] = [await thai(), await thai()];
  expect(await ingest(byWallet(member, amount()))).toMatchObject(isOf(member));
  await db.query('update members set created_at = app_now() where id = $1', [later.id]);
  const told = byWallet(later, amount(), { paidAt: minutesAgo(6) });
  expect(await ingest(told)).toMatchObject(waitsBy('older than the member'));
});

rule('whole account', 'the registered number, wholly shown, is enough in any script', async () => {
  const member = await thai();
  const told = byFeed(member, { amount: 9_000_00n + amount(), senderName: 'สมหญิง ใจดี' });
  expect(await ingest(told)).toMatchObject(isOf(member));
  expect(await flagsOf(member)).toEqual([]);
});

rule('confirmed sender', 'an account that was seen before counts by the name that the bank told then', async () => {
  const member = await thai();
  await ingest(byFeed(member, { amount: amount(), senderName: 'สมหญิง ใจดี' }));
  const senderAccount = cut(member.registration.bankAccountNo);
  const much = { senderAccount, amount: 5_000_00n + amount() };
  expect(await ingest(byFeed(member, { ...much, senderName: 'สมหญิง ใจ' }))).toMatchObject(isOf(member));
  // The member's own word for the name is none of a bank's: an SMS, which tells no bank, is not enough.
  expect(await ingest(bySms(member, amount()))).toMatchObject(waitsBy('bank not told'));
});

rule('one member fits', 'bank, four digits and a cut name are enough where they fit one member', async () => {
  const member = await thai();
  const [first = ''] = member.registration.bankAccountName.split(' ');
  const cutOff = { senderAccount: cut(member.registration.bankAccountNo), senderName: `${first} J` };
  expect(await ingest(byFeed(member, { ...OWN, ...cutOff, amount: amount() }))).toMatchObject(isOf(member));
});

rule(
  'another script',
  'a little is credited where only the name cannot be compared, and the member is flagged',
  async () => {
    const member = await thai();
    const senderAccount = cut(member.registration.bankAccountNo);
    const told = byFeed(member, { senderAccount, senderName: 'สมหญิง ใจดี', amount: amount() });
    expect(await ingest(told)).toMatchObject(isOf(member));
    expect(await flagsOf(member)).toEqual([{ reason: 'name in another script' }]);
  },
);

test('every rule has a test of its name, and each by which a payment waits has words for operators', () => {
  const names = RULES.map(({ name }) => name);
  expect(tested).toEqual(names);
  const [first, last] = [names.indexOf('another currency'), names.indexOf('slip alone')];
  expect(Object.keys(WHY_IT_WAITS)).toEqual(names.slice(first, last + 1));
});

test('after all this the books are in order, and nobody’s money is frozen but the payer’s of another’s code', async () => {
  expect(await problems(db)).toEqual([]);
  const disputes = await many<{ member_id: string }>(db, 'select member_id from disputes');
  expect(disputes).toHaveLength(1);
  const frozen = await balancesOf(db, disputes[0]?.member_id ?? '');
  expect(frozen.get('frozen')).toBeGreaterThan(0n);
});
