import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, bearerGet, fresh, signedCaller } from './test/product.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

const FROM = { fromBank: 'SCB', fromAccount: '1234567404', fromName: 'SOMCHAI JAIDEE' };

type Item = { cursor: string; id?: string; text?: string; payment?: Record<string, unknown> };
type Totals = Record<string, Record<'BAHT' | 'LAK', { received: number }>>;
type Page = { items: Item[]; next: string };

async function send(toBank: string, toAccount: string, more: object = {}) {
  const response = await sandbox.post('/bank/transfers', { ...FROM, toBank, toAccount, amount: 500, ...more });
  return { status: response.status, body: (await response.json()) as { ref: string; slip: string } };
}

async function read(account: string, what: 'transactions' | 'notices' = 'transactions', after = '0'): Promise<Page> {
  const { status, body } = await bearerGet(sandbox, `/banks/api/accounts/${account}/${what}?after=${after}`);
  expect(status).toBe(200);
  return body as Page;
}

test.each([
  ['KBANK', '0000000012', '1234567404', 'SOMCHAI JAIDEE', 'BAHT'],
  ['GSB', '000000000014', '1234567404', 'SOMCHAI JAIDEE', 'BAHT'],
  ['SCB', '0000000011', 'xxxxxx7404', 'SOMCHAI J', 'BAHT'],
  ['BCEL', '0000000000015', 'xxxxxx7404', 'SOMCHAI J', 'LAK'],
])('%s tells of a transfer to %s from %s, %s', async (bank, number, senderAccount, senderName, currency) => {
  const paidAt = '2026-11-15T08:00:00.000Z';
  const { body } = await send(bank, number, { paidAt });
  expect(body).toEqual({ ref: expect.any(String), slip: `${sandbox.address()}/bank/slips/SCB/${body.ref}.png` });
  const payment = {
    sendingBank: 'SCB',
    reference: body.ref,
    amount: '500.00',
    currency,
    paidAt,
    receiverBank: bank,
    receiverAccount: number,
    senderAccount,
    senderName,
    billReference: null,
  };
  expect(await read(`${bank}/${number}`)).toEqual({ items: [{ cursor: '1', payment }], next: '1' });
});

test('a transfer ordered without a feed is not in the feed', async () => {
  await send('KBANK', '0000000101', { feed: false });
  expect(await read('KBANK/0000000101')).toEqual({ items: [], next: '0' });
});

test('an account of mode SMS has messages with the minute of Bangkok, and no feed', async () => {
  await send('KBANK', '0000000130', { paidAt: '2026-11-15T08:04:59Z' });
  const { items, next } = await read('KBANK/0000000130', 'notices');
  expect(items).toEqual([
    {
      cursor: '1',
      id: expect.any(String),
      text: '15/11/26 15:04 บช X-0130 รับโอนจาก X-7404 SOMCHAI J 500.00 บ. คงเหลือ 500.00 บ.',
    },
  ]);
  expect(next).toBe('1');
  expect(await read('KBANK/0000000130')).toEqual({ items: [], next: '0' });
  expect(await read('KBANK/0000000012', 'notices')).toEqual({ items: [], next: '0' });
});

test('a bank tells references, times and senders otherwise as long as it is made to lie, and honestly again after', async () => {
  const { body } = await send('SCB', '0000000103', { paidAt: '2026-11-15T08:00:00Z', reference: 'ABCD1234EF' });
  expect(body.ref).toBe('ABCD1234EF');
  const tellLie = (lie: string, isTold = true) => sandbox.post('/lies', { target: 'banks/scb', lie, isTold });
  const told = async () => (await read('SCB/0000000103')).items[0]?.payment;
  const honest = await told();
  for (const [lie, difference] of [
    ['spelled references', { reference: 'abcd-1234-ef' }],
    ['own references', { reference: expect.stringMatching(/^STM\d{12}$/) }],
    ['clock behind', { paidAt: '2026-11-15T07:57:00.000Z' }],
    ['clock ahead', { paidAt: '2026-11-15T09:00:00.000Z' }],
    ['another sender', { senderAccount: 'xxxxxx2959', senderName: 'ANOTHER P' }],
    ['whole senders', { senderAccount: '1234567404', senderName: 'SOMCHAI JAIDEE' }],
    ['cut senders', {}],
  ] as const) {
    await tellLie(lie);
    expect({ lie, payment: await told() }).toEqual({ lie, payment: { ...honest, ...difference } });
    await tellLie(lie, false);
  }
  expect(await told()).toEqual(honest);
});

test('an SMS comes twice, without its balance, or with a Buddhist year, if the bank is made to lie', async () => {
  await send('KBANK', '0000000130', { paidAt: '2026-11-15T08:04:59Z', amount: 7 });
  const tellLie = (lie: string, isTold: boolean) => sandbox.post('/lies', { target: 'banks/kbank', lie, isTold });
  const lies = ['SMS twice', 'SMS without balance', 'SMS of Buddhist years'];
  for (const lie of lies) await tellLie(lie, true);
  const { items } = await read('KBANK/0000000130', 'notices');
  for (const lie of lies) await tellLie(lie, false);
  const [first, second] = items.slice(-2);
  expect(first?.text).toBe('15/11/69 15:04 บช X-0130 รับโอนจาก X-7404 SOMCHAI J 7.00 บ.');
  expect(second).toEqual({ ...first, id: `${first?.id}-again` });
});

test('a feed goes on from where it was read to, a hundred at a time', async () => {
  await send('SCB', '0000000102');
  await sandbox.sql(`insert into transfers (sending_bank, reference, amount, currency, paid_at, sender_account,
      sender_name, receiver_bank, receiver_account, cursor)
    select sending_bank, 'COPY' || number, amount, currency, paid_at, sender_account, sender_name, receiver_bank,
      receiver_account, number from transfers, generate_series(2, 104) as number where receiver_account = '0000000102'`);
  const first = await read('SCB/0000000102');
  expect(first.items).toHaveLength(100);
  const second = await read('SCB/0000000102', 'transactions', first.next);
  expect(second.items).toHaveLength(4);
  expect(await read('SCB/0000000102', 'transactions', second.next)).toEqual({ items: [], next: second.next });
});

test('a reader that goes on from the last cursor while transfers are made misses none and sees them in order', async () => {
  const SENT = 120;
  let isSending = true;
  const sending = Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let turn = 0; turn < SENT / 10; turn++) await send('GSB', '000000000103');
    }),
  ).finally(() => {
    isSending = false;
  });
  const cursors: string[] = [];
  let next = '0';
  do {
    const page = await read('GSB/000000000103', 'transactions', next);
    cursors.push(...page.items.map(({ cursor }) => cursor));
    next = page.next;
  } while (isSending);
  await sending;
  cursors.push(...(await read('GSB/000000000103', 'transactions', next)).items.map(({ cursor }) => cursor));
  expect(cursors.map(Number)).toEqual(Array.from({ length: SENT }, (_, index) => index + 1));
});

test('the books add up every transfer to our receivers, in a feed or not, and no other transfer', async () => {
  const totals = async () => ((await (await sandbox.get('/books')).json()) as { payments: Totals }).payments;
  const before = await totals();
  await send('KBANK', '0000000012', { amount: 100.25 });
  await send('KBANK', '0000000130', { amount: 50 });
  await send('KBANK', '0000000106', { amount: 1_000 });
  await send('GSB', '000000000014', { amount: 7, feed: false });
  await send('BCEL', '0000000000015', { amount: 20_000 });
  const { reference, orderId } = fresh();
  const qrcode = { reference, orderId, amount: '80.00', currency: 'BAHT', lifeSeconds: 60 };
  await signedCaller(sandbox, '/payments/fp/api').post('/qrcodes', qrcode);
  await sandbox.post(`/pay/${orderId}`, { times: 0, amount: 81 });

  const more: Record<string, [baht: number, kip: number]> = {};
  for (const [party, now] of Object.entries(await totals())) {
    const gained = (currency: 'BAHT' | 'LAK') => now[currency].received - (before[party]?.[currency].received ?? 0);
    more[party] = [gained('BAHT'), gained('LAK')];
  }
  expect(more).toEqual({
    KBANK: [150.25, 0],
    SCB: [0, 0],
    GSB: [7, 0],
    BCEL: [0, 20_000],
    WW: [0, 0],
    PAYTIMZ: [0, 0],
    PAYONEX: [0, 0],
    FP: [81, 0],
    TRUEMONEY: [0, 0],
  });
});

test("a reference is one transfer of the sender's bank; the same at another bank is another", async () => {
  const reference = '016318235959ATF09999';
  expect((await send('KBANK', '0000000104', { reference })).body.ref).toBe(reference);
  expect((await send('KBANK', '0000000104', { reference })).status).toBe(409);
  expect((await send('KBANK', '0000000104', { reference, fromBank: 'KTB' })).status).toBe(200);
  expect((await read('KBANK/0000000104')).items.map(({ cursor }) => cursor)).toEqual(['1', '2']);
});

test.each([
  { amount: 0 },
  { amount: 0.001 },
  { toBank: 'NOBANK' },
  { fromAccount: 'abc' },
  { fromName: '' },
  { paidAt: 'yesterday' },
  { reference: 'with space' },
  { colour: 'red' },
])('a transfer with %j is refused', async (change) => {
  expect((await send('KBANK', '0000000105', change)).status).toBe(400);
});

test('a wrong key is answered 401, a bank without a feed 404, an invalid cursor 400', async () => {
  const path = '/banks/api/accounts/KBANK/0000000012/transactions?after=0';
  expect(await bearerGet(sandbox, path, 'another key')).toEqual({ status: 401, body: { code: 'unauthorized' } });
  expect((await answerOf(await sandbox.get(path))).status).toBe(401);
  expect((await bearerGet(sandbox, path.replace('KBANK', 'KTB'))).status).toBe(404);
  expect((await bearerGet(sandbox, path.replace('after=0', 'after=x'))).status).toBe(400);
});

test('a feed misbehaves where a fault names its call', async () => {
  const path = '/banks/api/accounts/BCEL/0000000000015/transactions?after=0';
  await sandbox.post('/faults', { target: 'banks/bcel', call: 'transactions', mode: 'refuse', times: 1 });
  expect((await bearerGet(sandbox, path)).status).toBe(422);
  expect((await bearerGet(sandbox, path)).status).toBe(200);
});
