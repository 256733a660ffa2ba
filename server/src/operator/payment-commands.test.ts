import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import type { BankTransfer } from '../../../world/sandbox-controls.ts';
import {
  BY_ITSELF,
  contents,
  digits,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  withdraw,
} from '../../test/harness.ts';
import { openActs } from '../acts.ts';
import { readConfig } from '../config.ts';
import { problems } from '../ledger/ledger.ts';
import { listen } from '../platform/listen.ts';
import { WALLET_CHANGED } from '../platform/wallet-changes.ts';
import { CannotDo } from '../staff/act.ts';
import { openCommands } from './commands.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const lao = await startProduct(database, { ...PATIENT, EDITION: 'la', ROLE: 'api', SANDBOX_URL: sandbox.url });

const operator = operatorOf(db);
const refusal = (name: string, ...values: string[]) =>
  operator(name, ...values).then(
    () => expect.fail(`${name} was done`),
    (error: unknown) => (error instanceof CannotDo ? error.message : Promise.reject(error)),
  );

const KBANK = { toBank: 'KBANK', toAccount: '0000000012' };
const KBANK_SMS = { toBank: 'KBANK', toAccount: '0000000130' };
const newReference = () => `T${digits(15)}`;
const stranger = (amount: number, more: Partial<BankTransfer> = {}): BankTransfer => ({
  fromBank: 'SCB',
  fromAccount: digits(10),
  fromName: 'NOBODY KNOWN',
  ...KBANK,
  amount,
  ...more,
});
type Member = Awaited<ReturnType<typeof newMember>>;
const own = ({ registration }: Member, amount: number, more: Partial<BankTransfer> = {}): BankTransfer => ({
  fromBank: registration.bankCode,
  fromAccount: registration.bankAccountNo,
  fromName: registration.bankAccountName,
  ...KBANK,
  amount,
  ...more,
});
const amountOf = async (member: Player) => (await mainWalletOf(product, member)).amount;
const depositsOf = async (member: Player) =>
  (await statementOf(product, member)).map(({ status, from, amount }) => `${status} ${from} ${amount}`);
const reportedBy = async (reference: string) =>
  (
    await db.query<{ reported_by: string[] }>('select reported_by from payments where reference = $1', [reference])
  ).rows.map((row) => row.reported_by);

/** Pays in from an account of no member. Answers the number of the payment that waits. */
async function waiting(transfer: BankTransfer): Promise<string> {
  const { ref } = await sandbox.bankTransfer(transfer);
  return vi.waitFor(async () => {
    const line = (await operator('payments waiting')).split('\n').find((text) => text.includes(`(${ref})`));
    return line?.split(' ')[0] ?? expect.fail(`${ref} does not wait`);
  }, BY_ITSELF);
}

async function announce({ token }: Player, amount: number): Promise<string> {
  const { body } = await product.call('POST /api/wallet/add', { token, body: { amount } });
  return (body as { id: string }).id;
}

/** The link as the browser encrypts it. */
function sealed(link: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('krapao-truelink').digest(), iv);
  const text = `${link}::KRAPAO SANDBOX GIFT`;
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

test.concurrent('a payment without a known owner is listed, and an operator gives it to a member, who hears of it', async ({
  expect,
}) => {
  const [member, other] = await Promise.all([newMember(product), newMember(product)]);
  const transfer = stranger(321.5);
  const id = await waiting(transfer);
  const line = (await operator('payments waiting')).split('\n').find((text) => text.startsWith(`${id} `));
  expect(line).toContain('321.50 BAHT');
  expect(line).toContain(`to KBANK 0000000012  from SCB ${transfer.fromAccount} NOBODY KNOWN`);
  expect(line).toContain('by feed; nobody fits: of a sender who is no member');

  const heard: string[] = [];
  const channels = { [WALLET_CHANGED]: (ids: string) => heard.push(...ids.split(',')) };
  const listening = listen(database.url, { channels, onListening: () => {} }, product.app.log);
  await vi.waitFor(async () => {
    await db.query('select pg_notify($1, $2)', [WALLET_CHANGED, 'it listens']);
    expect(heard).toContain('it listens');
  }, BY_ITSELF);
  expect(await operator('payments credit', id, member.username)).toBe(`321.50 BAHT is ${member.id}'s.`);
  await expect.poll(() => heard, BY_ITSELF).toContain(member.id);
  await listening.stop();

  expect(await amountOf(member)).toBe(321.5);
  expect(await depositsOf(member)).toEqual(['SUCCESS SCB 321.5']);
  expect(await operator('payments waiting')).not.toContain(`${id}  321.50`);
  expect(await refusal('payments credit', id, other.id)).toContain(`No payment ${id} waits`);
  expect(await refusal('payments credit', id, member.id)).toContain(`No payment ${id} waits`);
  expect([await amountOf(member), await amountOf(other)]).toEqual([321.5, 0]);
});

test.concurrent('given by ten operators at the same moment to different members, it is one member’s', async ({
  expect,
}) => {
  const id = await waiting(stranger(77));
  const members = await Promise.all(Array.from({ length: 5 }, () => newMember(product)));
  const given = await Promise.allSettled(
    [...members, ...members].map((member) => operator('payments credit', id, member.id)),
  );
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const amounts = await Promise.all(members.map(amountOf));
  expect(amounts.toSorted()).toEqual([0, 0, 0, 0, 77]);
});

test.concurrent('money that an operator recorded and gave away is not credited again when the feed tells of it', async ({
  expect,
}) => {
  const member = await newMember(product);
  const reference = newReference();
  const recorded = await operator('payments record', 'kbank', '0000000012', 'kbank', reference, '250.75');
  const [id = ''] = /\d+/.exec(recorded) ?? [];
  expect(recorded).toBe(`It waits as payment ${id}.`);
  expect(await amountOf(member)).toBe(0);
  await operator('payments credit', id, member.id);
  expect(await amountOf(member)).toBe(250.75);
  await sandbox.bankTransfer(own(member, 250.75, { reference }));
  await expect.poll(() => reportedBy(reference), BY_ITSELF).toEqual([['operator', 'feed']]);
  expect(await amountOf(member)).toBe(250.75);
  expect(await depositsOf(member)).toEqual(['SUCCESS KBANK 250.75']);
  expect(await refusal('payments record', 'KBANK', '0000000012', 'KBANK', reference, '250.75')).toContain(
    'It is known already',
  );
});

test.concurrent('money that an operator recorded and the feed then tells whose it is, is theirs, once', async ({
  expect,
}) => {
  const member = await newMember(product);
  const reference = newReference();
  const recorded = await operator('payments record', 'KBANK', '0000000012', 'KBANK', reference, '60');
  await sandbox.bankTransfer(own(member, 60, { reference }));
  await expect.poll(() => amountOf(member), BY_ITSELF).toBe(60);
  expect(await refusal('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id)).toContain('waits');
  expect(await amountOf(member)).toBe(60);
});

test.concurrent('recorded money of an account whose SMS comes later is not credited again: the SMS waits, perhaps told twice', async ({
  expect,
}) => {
  const member = await newMember(product);
  const paidAt = new Date(Date.now() - 10 * 60_000).toISOString();
  const reference = newReference();
  const account = ['KBANK', '0000000130', 'KBANK', reference, '88.25'];
  expect(await refusal('payments record', ...account)).toContain('Say when it was paid');
  expect(await refusal('payments record', ...account, 'yesterday')).toContain('Say when it was paid');
  const recorded = await operator('payments record', ...account, paidAt);
  await operator('payments credit', /\d+/.exec(recorded)?.[0] ?? '', member.id);
  await sandbox.bankTransfer(own(member, 88.25, { ...KBANK_SMS, paidAt }));
  const remarks = () => db.query(`select remark from payments where amount = 8825 and reported_by = '{sms}'`);
  const id = /\d+/.exec(recorded)?.[0];
  await expect
    .poll(async () => (await remarks()).rows, BY_ITSELF)
    .toEqual([{ remark: `perhaps the same as payment ${id}` }]);
  expect(await amountOf(member)).toBe(88.25);
});

test.concurrent('a payment that an SMS has told of already cannot be recorded', async ({ expect }) => {
  const member = await newMember(product);
  const paidAt = new Date(Date.now() - 5 * 60_000).toISOString();
  await sandbox.bankTransfer(own(member, 91, { ...KBANK_SMS, paidAt }));
  const heard = () => db.query('select from payments where amount = 9100');
  await expect.poll(async () => (await heard()).rowCount, BY_ITSELF).toBe(1);
  const record = () => refusal('payments record', 'KBANK', '0000000130', 'KBANK', newReference(), '91', paidAt);
  expect(await record()).toContain('It is known already');
});

test.concurrent('a payment that was sent back is closed, waits no longer and can be given to no member', async ({
  expect,
}) => {
  const member = await newMember(product);
  const transfer = stranger(64, { reference: newReference() });
  const id = await waiting(transfer);
  expect(await operator('payments close', id)).toBe(`Payment ${id} is closed.`);
  expect(await operator('payments waiting')).not.toContain(`(${transfer.reference})`);
  expect(await refusal('payments credit', id, member.id)).toContain(`No payment ${id} waits`);
  expect(await refusal('payments close', id)).toContain(`No payment ${id} waits`);
  expect(await refusal('manual accept', member.id, await announce(member, 64), id)).toContain(`No payment ${id} waits`);
  expect(await amountOf(member)).toBe(0);
});

test.concurrent('an announced deposit is listed, and ends as the payment that an operator found for it', async ({
  expect,
}) => {
  const member = await newMember(product);
  const announced = await announce(member, 500);
  expect(await operator('manual list')).toContain(`${announced}  ${member.id}  500.00`);
  const payment = await waiting(stranger(499.5));

  expect(await refusal('manual accept', member.id, announced, '999999')).toContain('No payment 999999 waits');
  expect(await refusal('manual accept', member.id, 'nonsense', payment)).toContain('announced no deposit nonsense');
  expect(await depositsOf(member)).toEqual(['PROCESSING MANUAL 500']);

  expect(await operator('manual accept', member.id, announced, payment)).toBe(`499.50 BAHT is ${member.id}'s.`);
  expect(await amountOf(member)).toBe(499.5);
  expect(await depositsOf(member)).toEqual(['SUCCESS MANUAL 499.5']);
  expect(await operator('manual list')).not.toContain(announced);

  const another = await waiting(stranger(1));
  expect(await refusal('manual accept', member.id, announced, another)).toContain('announced no deposit');
  expect(await refusal('manual refuse', member.id, announced)).toContain('announced no deposit');
  const second = await announce(member, 499.5);
  expect(await refusal('manual accept', member.id, second, payment)).toContain(`No payment ${payment} waits`);
  expect(await amountOf(member)).toBe(499.5);
});

test.concurrent('accepted twice at the same moment, for two announcements, a payment is given once', async ({
  expect,
}) => {
  const [one, other] = await Promise.all([newMember(product), newMember(product)]);
  const payment = await waiting(stranger(40));
  const [first, second] = await Promise.all([announce(one, 40), announce(other, 40)]);
  const given = await Promise.allSettled(
    [one, other, one, other].map((member, n) =>
      operator('manual accept', member.id, n % 2 === 0 ? first : second, payment),
    ),
  );
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await amountOf(one)) + (await amountOf(other))).toBe(40);
});

test.concurrent('an announced deposit that is refused is told as failed and credits nothing', async ({ expect }) => {
  const member = await newMember(product);
  const announced = await announce(member, 123);
  expect(await operator('manual refuse', member.id, announced)).toBe('Refused.');
  expect(await depositsOf(member)).toEqual(['FAILED MANUAL 123']);
  expect(await amountOf(member)).toBe(0);
  expect(await refusal('manual refuse', member.id, announced)).toContain('announced no deposit');
  const payment = await waiting(stranger(123));
  expect(await refusal('manual accept', member.id, announced, payment)).toContain('announced no deposit');
  expect(await refusal('manual refuse', member.id, '')).toContain('announced no deposit');
});

test.concurrent('members are shown an account as long as it is open, and what is paid to a closed one is credited all the same', async ({
  expect,
}) => {
  const member = await newMember(product);
  const shown = async () => {
    const { status, body } = await product.call('GET /api/lookup/deposit', { token: member.token });
    expect(status).toBe(200);
    return (body as { banks: { bankCode: string; bankAccountNo: string }[] }).banks.map(
      ({ bankCode, bankAccountNo }) => `${bankCode} ${bankAccountNo}`,
    );
  };
  expect(await operator('receivers list')).toContain('GSB 000000000014  AUTO  BAHT  KRAPAO SANDBOX');
  expect(await operator('receivers close', 'gsb', '000000000014')).toBe('GSB 000000000014 is not shown any more.');
  expect(await operator('receivers list')).toContain('GSB 000000000014  AUTO  BAHT  KRAPAO SANDBOX  (closed)');
  expect(await shown()).not.toContain('GSB 000000000014');
  await sandbox.bankTransfer(own(member, 33, { toBank: 'GSB', toAccount: '000000000014' }));
  await expect.poll(() => amountOf(member), BY_ITSELF).toBe(33);

  const opened = await operator('receivers add', 'gsb', '000000000014', 'AUTO', 'BAHT', 'KRAPAO AGAIN');
  expect(opened).toBe('Members can pay to GSB 000000000014.');
  expect(await operator('receivers list')).toContain('GSB 000000000014  AUTO  BAHT  KRAPAO AGAIN\n');
  expect(await shown()).toContain('GSB 000000000014');
});

test.concurrent('a withdrawal that is not paid out yet is listed, and asked about at once when an operator wants it', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 200 });
  await sandbox.nextPayout('silent');
  const { body } = await withdraw(product, member, 150.5);
  const { id } = body as { id: string };
  await expect
    .poll(() => operator('withdrawals pending'), BY_ITSELF)
    .toContain(`${id}  ${member.id}  called  150.50 BAHT`);
  const reference = `${member.id}-${id.replaceAll('-', '')}`;
  const isHeard = async () => (await sandbox.payouts()).some((payout) => payout.reference === reference);
  await expect.poll(isHeard, BY_ITSELF).toBe(true);
  await sandbox.decidePayout(reference, 'paid');
  await db.query(`update withdrawals set next_try_at = now() + interval '1 day' where id = $1`, [id]);
  await operator('withdrawals ask', id);
  await expect.poll(() => operator('withdrawals pending'), BY_ITSELF).toBe('Every withdrawal is final.');
  expect(await amountOf(member)).toBe(49.5);
  expect(await refusal('withdrawals ask', id)).toBe(`There is no pending withdrawal ${id}.`);
  expect(await refusal('withdrawals ask', 'nonsense')).toBe('There is no pending withdrawal nonsense.');
});

test.concurrent('a gift link of which it is not known what became is listed until it is', async ({ expect }) => {
  const member = await newMember(product);
  const link = await sandbox.voucher({ amount: 150 });
  await sandbox.fault({ target: 'truemoney', call: 'redeem', mode: 'error-after', times: 1 });
  await product.call('POST /api/wallet/truelink', { token: member.token, body: { link: sealed(link) } });
  expect(await operator('links pending')).toContain(`${link.split('v=')[1]}  ${member.id}  no answer, asked 0 times`);
  await expect.poll(() => operator('links pending'), BY_ITSELF).toBe('None.');
  expect(await amountOf(member)).toBe(150);
});

test('an unknown payment, an unknown member or a payment in another currency cannot be given', async () => {
  const id = await waiting(stranger(50));
  const laotian = await newMember(lao, newLaoRegistration());
  const before = await contents(db, { except: ['deposit_banks', 'deposit_wallets'] });
  expect(await refusal('payments credit', id, 'NOBODY00')).toContain('There is no member NOBODY00');
  expect(await refusal('payments credit', id)).toContain('There is no member');
  await expect(operatorOf(db, { EDITION: 'la' })('payments credit', id, laotian.id)).rejects.toThrow(
    `It is BAHT, and ${laotian.id} has LAK.`,
  );
  const member = await newMember(product);
  for (const nonsense of ['', '0', '-1', '999999', 'x', '1; drop table payments'])
    expect(await refusal('payments credit', nonsense, member.id)).toContain('waits: `payments waiting` lists them');
  const after = await contents(db, { except: ['deposit_banks', 'deposit_wallets'] });
  for (const table of ['payments', 'ledger_postings', 'statement_entries']) expect(after[table]).toEqual(before[table]);
});

test('what is no payment cannot be recorded', async () => {
  const { payments: before } = await contents(db);
  const reference = newReference();
  for (const amount of ['', '0', '-5', 'x', '1.234', 'NaN'])
    expect(await refusal('payments record', 'KBANK', '0000000012', 'SCB', reference, amount)).toContain(
      'Say which bank',
    );
  expect(await refusal('payments record', 'KBANK', '0000000012', '', reference, '5')).toContain('Say which bank');
  expect(await refusal('payments record', 'KBANK', '0000000012', 'SCB', '', '5')).toContain('Say which bank');
  expect(await refusal('payments record', 'KBANK', '9999999999', 'SCB', reference, '5')).toContain(
    'not an account of ours',
  );
  expect(await refusal('payments record', 'SCB', '0000000012', 'SCB', reference, '5')).toContain(
    'not an account of ours',
  );
  expect((await contents(db)).payments).toEqual(before);
});

test('what is no account of ours is not shown to members', async () => {
  const { deposit_banks: before } = await contents(db);
  const add = (...values: string[]) => refusal('receivers add', ...values);
  expect(await add()).toContain('Say the bank');
  expect(await add('KBANK', '12ab', 'AUTO', 'BAHT', 'NAME')).toContain('Say the bank');
  expect(await add('KBANK', '123456', 'AUTO', 'BAHT', '')).toContain('Say the bank');
  expect(await add('KBANK', '123456', 'MANUAL', 'BAHT', 'NAME')).toBe('Say AUTO or SMS or GIFT.');
  expect(await add('KBANK', '123456', 'AUTO', 'USD', 'NAME')).toBe('Say BAHT or LAK.');
  expect(await add('KBANK', '123456', 'AUTO', 'BAHT', 'NAME', 'PAYMENT')).toBe('receivers add takes no PAYMENT.');
  expect(await add('FP', '123456', 'SMS', 'BAHT', 'NAME')).toBe('FP makes QR codes: say AUTO.');
  expect(await add('NOBANK', '123456', 'AUTO', 'BAHT', 'NAME')).toBe('There is no bank NOBANK.');
  expect(await refusal('receivers close', 'KBANK', '123456')).toBe('There is no KBANK 123456.');
  const numbersOf = (rows: string[] | undefined) => rows?.map((row) => row.split(',').slice(1, 6).join());
  expect(numbersOf((await contents(db)).deposit_banks)).toEqual(numbersOf(before));
});

test('every act that moves or judges money needs a reason, and looking needs none', () => {
  const looking = [
    'payments waiting',
    'manual list',
    'links pending',
    'slips pending',
    'receivers list',
    'flags list',
    'disputes list',
    'withdrawals pending',
  ];
  const acting = [
    'payments credit',
    'payments close',
    'payments same',
    'payments record',
    'manual accept',
    'manual refuse',
    'receivers add',
    'receivers close',
    'receivers references',
    'flags clear',
    'disputes release',
    'disputes give',
    'withdrawals ask',
  ];
  const commands = openCommands(openActs(readConfig({ DATABASE_URL: database.url })));
  const isReadOnly = (name: string) => commands.find((command) => command.name === name)?.isReadOnly;
  expect(looking.map(isReadOnly)).toEqual(looking.map(() => true));
  expect(acting.map(isReadOnly)).toEqual(acting.map(() => false));
});

test('after all this the books are in order', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await operator('ledger check')).toContain('The books are right');
});
