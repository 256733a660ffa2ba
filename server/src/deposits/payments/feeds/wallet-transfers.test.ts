import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../../world/operators.ts';
import { BY_ITSELF, digits, mainWalletOf, newMember, startPayingWorld, statementOf } from '../../../../test/harness.ts';
import { problems } from '../../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);
const OURS = '0000000016';

type Member = Awaited<ReturnType<typeof newMember>>;
const inWallet = async (member: Member) => (await mainWalletOf(product, member)).amount;
const named = (bankAccountName: string) => newMember(product, { bankAccountName });
const verify = ({ id }: Member) => db.query('update members set is_phone_verified = true where id = $1', [id]);

/** The payment is in the books, belongs to no member, and its remark says why. */
const expectWaiting = (ref: string, remark: string) =>
  vi.waitFor(async () => {
    const { rows } = await db.query('select member_id, remark, reported_by from payments where reference = $1', [ref]);
    expect(rows).toEqual([{ member_id: null, remark, reported_by: ['wallet'] }]);
  }, BY_ITSELF);
const expectInWallet = (member: Member, amount: number) =>
  vi.waitFor(async () => expect(await inWallet(member)).toBe(amount), BY_ITSELF);

test('money from the phone of a member is credited if the name fits, however the number is written', async () => {
  const spellings = [
    (phone: string) => phone,
    (phone: string) => `+66${phone.slice(1)}`,
    (phone: string) => `66 ${phone.slice(1, 3)}-${phone.slice(3)}`,
  ];
  for (const spell of spellings) {
    const member = await named('SOMCHAI JAIDEE');
    const fromMobile = spell(member.username);
    await sandbox.walletTransfer({ fromMobile, fromName: 'MR. SOMCHAI JAIDEE', amount: 250.5 });
    await expectInWallet(member, 250.5);
    expect(await statementOf(product, member)).toMatchObject([
      { statementType: 'deposit', status: 'SUCCESS', from: 'TRUEMONEY', to: 'wallet', amount: 250.5 },
    ]);
  }
});

test('money from a phone that its member has verified is credited under any sender’s name', async () => {
  const members = [await named('SOMCHAI JAIDEE'), await named('สมชาย ใจดี')];
  for (const member of members) {
    await verify(member);
    await sandbox.walletTransfer({ fromMobile: member.username, fromName: 'NICK NAME', amount: 77 });
    await expectInWallet(member, 77);
  }
});

test('a phone that is not verified decides nothing where the name is another or cannot be compared', async () => {
  for (const fromName of ['MALEE DEE', 'มาลี ดี']) {
    const member = await named('SOMCHAI JAIDEE');
    const ref = await sandbox.walletTransfer({ fromMobile: member.username, fromName, amount: 30 });
    const remark = `from the phone of ${member.id}, which is not verified, and the name does not fit`;
    await expectWaiting(ref, remark);
    const line = (await operator('payments waiting')).split('\n').find((text) => text.includes(`(${ref})`));
    expect(line).toContain(`to TRUEMONEY ${OURS}  from TRUEMONEY ${member.username}`);
    await operator('payments credit', line?.split(' ')[0] ?? '', member.id);
    expect(await inWallet(member)).toBe(30);
  }
});

test('money from a phone of no member, or from a phone number that is partly hidden, waits', async () => {
  const member = await named('SOMCHAI JAIDEE');
  await verify(member);
  const hidden = `${member.username.slice(0, 3)}xxx${member.username.slice(6)}`;
  for (const fromMobile of [`09${digits(8)}`, hidden, `${member.username}0`])
    await expectWaiting(
      await sandbox.walletTransfer({ fromMobile, fromName: 'SOMCHAI JAIDEE', amount: 12 }),
      'of a sender who is no member',
    );
  expect(await inWallet(member)).toBe(0);
});

test('what a wallet was sent before it was opened to members waits', async () => {
  const member = await named('SOMCHAI JAIDEE');
  const paidAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  const sent = { fromMobile: member.username, fromName: 'SOMCHAI JAIDEE', amount: 400, paidAt };
  await expectWaiting(await sandbox.walletTransfer(sent), 'paid before the wallet was opened to members');
});

test('a wallet whose list says too large a cursor has no payment passed over, and can be read again', async () => {
  const [first, second] = [await named('SOMCHAI JAIDEE'), await named('SOMCHAI JAIDEE')];
  const send = ({ username: fromMobile }: Member) =>
    sandbox.walletTransfer({ fromMobile, fromName: 'SOMCHAI JAIDEE', amount: 19 });
  await sandbox.lie({ target: 'truemoney', lie: 'wrong-next' });
  await send(first);
  await expectInWallet(first, 19);
  await send(second);
  await expectInWallet(second, 19);
  await sandbox.honest({ target: 'truemoney', lie: 'wrong-next' });
  expect(await operator('feeds unread')).toContain(`TRUEMONEY ${OURS}  a cursor that its lines contradict`);
  expect(await operator('feeds rewind', 'truemoney', OURS, '0')).toBe(`TRUEMONEY ${OURS} is read again after 0.`);
  const isReadAgain = async () =>
    (await db.query('select from deposit_wallets where phone = $1 and feed_cursor > 5', [OURS])).rowCount;
  await expect.poll(isReadAgain, BY_ITSELF).toBe(1);
  for (const member of [first, second]) await expectInWallet(member, 19);
});

test('operators open, list and close wallets, and record payments that no wallet’s list had', async () => {
  const phone = `08${digits(8)}`;
  const add = (...words: string[]) => operator('receivers add', ...words);
  const refused = (...words: string[]) => expect(add(...words)).rejects;
  await refused('TRUEMONEY', phone, 'SMS', 'BAHT', 'KRAPAO').toThrow('A True Wallet is AUTO or GIFT, and in BAHT.');
  await refused('TRUEMONEY', phone, 'AUTO', 'LAK', 'KRAPAO').toThrow('A True Wallet is AUTO or GIFT, and in BAHT.');
  await refused('TRUEMONEY', '12345678', 'AUTO', 'BAHT', 'KRAPAO').toThrow('is no phone number of a True Wallet');
  await refused('KBANK', '0000000012', 'GIFT', 'BAHT', 'KRAPAO').toThrow('Only a True Wallet takes gifts');
  expect(await add('truemoney', phone, 'AUTO', 'BAHT', 'KRAPAO NEW')).toBe(`Members can pay to TRUEMONEY ${phone}.`);
  await refused('TRUEMONEY', phone, 'GIFT', 'BAHT', 'KRAPAO').toThrow(
    `TRUEMONEY ${phone} is of mode AUTO and stays so.`,
  );
  expect(await operator('receivers list')).toContain(`TRUEMONEY ${phone}  AUTO  BAHT  KRAPAO NEW`);

  const member = await named('SOMCHAI JAIDEE');
  const shown = async () => {
    const { body } = await product.call('GET /api/lookup/deposit', { token: member.token });
    return (body as { wallets: { walletAccountNo: string | null }[] }).wallets.map((wallet) => wallet.walletAccountNo);
  };
  expect(await shown()).toContain(phone);
  expect(await operator('receivers close', 'TRUEMONEY', phone)).toBe(`TRUEMONEY ${phone} is not shown any more.`);
  expect(await shown()).not.toContain(phone);
  await expect(operator('receivers close', 'TRUEMONEY', '0')).rejects.toThrow('There is no TRUEMONEY 0.');
  const sent = { fromMobile: member.username, fromName: 'SOMCHAI JAIDEE', toMobile: phone, amount: 21 };
  await sandbox.walletTransfer(sent);
  await expectInWallet(member, 21);

  const recorded = await operator('payments record', 'truemoney', phone, 'TRUEMONEY', digits(12), '5');
  await operator('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id);
  expect(await inWallet(member)).toBe(26);
});

test('in the end all that the wallets were sent is in the books', async () => {
  const { payments } = await sandbox.books();
  const { rows } = await db.query<{ received: number }>(
    `select sum(amount)::float8 / 100 as received from payments where receiver_account = $1`,
    [OURS],
  );
  expect(payments.TRUEMONEY?.BAHT?.received).toBeCloseTo(rows[0]?.received ?? 0, 2);
  expect(await problems(db)).toEqual([]);
});
