import { expect, test } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { unexplained } from '../../../../test/books.ts';
import {
  digits,
  mainWalletOf,
  makeQrcode,
  newMember,
  startPayingWorld,
  statementOf,
} from '../../../../test/harness.ts';
import { BY_SMS, eventually, KBANK, type Member, payersOf } from '../../../../test/payers.ts';
import { balancesOf, problems } from '../../../ledger/ledger.ts';

const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const operator = operatorOf(db);
const { named, confirmed, pay, expectInWallet, sendSlip, slipEnds, silence, readAgain, toldOf } = payersOf(world);

const moneyOf = async (member: Member) => {
  const { amount, frozen } = await mainWalletOf(product, member);
  return { amount, frozen };
};

/** The dispute about the payment that the member got: its number, and the rest of its line. */
async function disputeOf({ id }: Member): Promise<{ number: string; line: string } | undefined> {
  const line = (await operator('disputes list')).split('\n').find((text) => text.includes(`  ${id}  `));
  return line === undefined ? undefined : { number: line.split(' ')[0] ?? '', line };
}

/** The slip is credited while the feed is silent; then the feed names another sender. */
async function contradicted(amount: number, meanwhile: (member: Member) => Promise<void> = async () => {}) {
  const member = await named();
  await silence('KBANK');
  const { slip } = await pay(member, amount, KBANK);
  await sendSlip(member, slip);
  await expectInWallet(member, amount);
  await meanwhile(member);
  await sandbox.lie({ target: 'banks/kbank', lie: 'another sender' });
  await readAgain('KBANK');
  await eventually(async () => (await disputeOf(member)) !== undefined, true);
  await sandbox.honest({ target: 'banks/kbank', lie: 'another sender' });
  return member;
}

test('a feed that names another sender than the slip freezes the money, and a released dispute gives it back', async () => {
  const member = await contradicted(3_000);
  expect(await moneyOf(member)).toEqual({ amount: 0, frozen: 3_000 });
  const { number = '', line } = (await disputeOf(member)) ?? {};
  expect(line).toMatch(
    /3,000\.00 of 3,000\.00 BAHT frozen: the feed tells another sender: KBANK \d{10} ANOTHER PERSON/,
  );
  // By these the member finds the deposit on the statement, whose entry is written a moment after the credit.
  const [entry, ...others] = await statementOf(product, member);
  expect(others).toEqual([]);
  const { frozenDeposits } = await mainWalletOf(product, member);
  expect(frozenDeposits).toEqual([
    { from: entry?.from, amount: entry?.amount, frozen: 3_000, creditedAt: expect.any(String) },
  ]);

  expect(await operator('disputes release', number)).toBe(`${member.id} has the 3,000.00 again.`);
  expect(await moneyOf(member)).toEqual({ amount: 3_000, frozen: undefined });
  expect((await mainWalletOf(product, member)).frozenDeposits).toBeUndefined();
  expect(await disputeOf(member)).toBeUndefined();
  await expect(operator('disputes release', number)).rejects.toThrow(`No dispute ${number} is open`);
  // Told once more, the same contradiction opens nothing again.
  await db.query(
    `update deposit_banks set feed_cursor = 0, read_at = clock_timestamp() where account_no = '0000000012'`,
  );
  const after = await named();
  await pay(after, 5, KBANK);
  await expectInWallet(after, 5);
  expect(await moneyOf(member)).toEqual({ amount: 3_000, frozen: undefined });
});

test('only the rest of a disputed credit is frozen, and an operator gives the whole payment to the rightful member', async () => {
  const member = await contradicted(2_500, async ({ id }) => {
    await db.query(
      `select ledger_post($1, 'spent/' || $1, 'post', 'test', 'BAHT', 'main', 'house:demo', 100000, '{}')`,
      [id],
    );
  });
  expect(await moneyOf(member)).toEqual({ amount: 0, frozen: 1_500 });
  expect((await mainWalletOf(product, member)).frozenDeposits).toMatchObject([{ amount: 2_500, frozen: 1_500 }]);
  const { number = '' } = (await disputeOf(member)) ?? {};
  const rightful = await named();
  await expect(operator('disputes give', number, member.id)).rejects.toThrow('release it');
  expect(await operator('disputes give', number, rightful.id)).toBe(
    `2,500.00 BAHT is ${rightful.id}'s; 1,500.00 was taken from ${member.id}, who owes 1,000.00.`,
  );
  expect([await moneyOf(member), await moneyOf(rightful)]).toEqual([
    { amount: 0, frozen: undefined },
    { amount: 2_500, frozen: undefined },
  ]);
  const [taken] = await statementOf(product, member);
  expect(taken).toMatchObject({ statementType: 'withdraw', to: 'service', amount: 1_500, status: 'SUCCESS' });
  expect(await statementOf(product, rightful)).toMatchObject([{ statementType: 'deposit', amount: 2_500 }]);
  const { rows } = await db.query('select member_id from payments where amount = 250000');
  expect(rows).toEqual([{ member_id: rightful.id }]);
  expect((await balancesOf(db, member.id)).get('frozen')).toBe(0n);
});

test('an SMS credits a confirmed member; the payer’s slip, which names another bank, disputes the credit', async () => {
  const member = await confirmed({ bankAccountNo: `${digits(6)}7404` });
  const from = { fromBank: 'BBL', fromAccount: `9${member.registration.bankAccountNo.slice(1)}` };
  const { slip } = await pay(member, 1_234, { ...BY_SMS, ...from });
  await expectInWallet(member, 1_235);
  const payer = await newMember(product, {
    ...{ bankCode: 'BBL', bankAccountNo: from.fromAccount },
    bankAccountName: member.registration.bankAccountName,
  });
  await sendSlip(payer, slip);
  await eventually(() => moneyOf(member), { amount: 1, frozen: 1_234 });
  const { number = '' } = (await disputeOf(member)) ?? {};
  expect(await slipEnds(payer)).toEqual(['PROCESSING']);
  await operator('disputes give', number, payer.id);
  expect(await moneyOf(payer)).toEqual({ amount: 1_234, frozen: undefined });
  await eventually(() => slipEnds(payer), ['SUCCESS']);
});

test('a stranger who registers an account that looks like a member’s, in the same name, gets no deposit of the member', async () => {
  const member = await confirmed({ bankAccountNo: `${digits(6)}7405` });
  const { bankCode, bankAccountName } = member.registration;
  const stranger = await newMember(product, { bankCode, bankAccountName, bankAccountNo: `${digits(6)}7405` });
  await pay(member, 412, BY_SMS);
  const waiting = { member_id: null, remark: expect.stringMatching(/^of one of /), reported_by: 'sms' };
  await eventually(() => toldOf(BY_SMS, 412), [waiting]);
  expect((await moneyOf(stranger)).amount).toBe(0);
});

test('a QR code paid by a person of clearly another name is credited to its maker, who is flagged', async () => {
  const [member, other] = [await named(), await named()];
  const payCode = async (who: Member, amount: number, fromName?: string) => {
    const { qrcodeId } = await makeQrcode(product, who, 'WW', amount);
    await sandbox.pay(qrcodeId, fromName === undefined ? {} : { fromName });
  };
  await payCode(member, 600, 'SOMEBODY ELSE');
  await payCode(other, 601);
  await payCode(other, 602, 'สมหญิง ใจดี');
  await payCode(other, 603, other.registration.bankAccountName);
  await expectInWallet(member, 600);
  await expectInWallet(other, 1_806);
  const flags = await operator('flags list');
  expect(flags).toContain(`${member.id}  QR code paid by another name`);
  expect(flags).not.toContain(other.id);
});

test('more than 5,000 in a day on the word of slips alone flags the member, until the bank reports the payments too', async () => {
  const member = await named();
  await silence('KBANK');
  const slips = [await pay(member, 3_000, KBANK), await pay(member, 2_000, KBANK), await pay(member, 0.01, KBANK)];
  for (const { slip } of slips.slice(0, 2)) await sendSlip(member, slip);
  await expectInWallet(member, 5_000);
  expect(await operator('flags list')).not.toContain(member.id);
  await sendSlip(member, slips[2]?.slip ?? '');
  await expectInWallet(member, 5_000.01);
  expect(await operator('flags list')).toContain(`${member.id}  told by slips alone`);
  await readAgain('KBANK');
  await eventually(async () => (await operator('flags list')).includes(member.id), false);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
