import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../../test/harness.ts';
import { answerOf, bearerGet } from './test/product.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.end());

const [FIRST, SECOND] = ['0000000016', '0000000017'];
const CAMPAIGN = '/truemoney/api/campaign/vouchers';

async function newVoucher(voucher: object): Promise<string> {
  const { link } = (await (await sandbox.post('/truemoney/vouchers', voucher)).json()) as { link: string };
  expect(link).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign\/\?v=[0-9A-Za-z]{32,64}$/);
  return link.split('=')[1] ?? '';
}

async function redeem(hash: string, mobile: string, key = sandbox.key) {
  const headers = { authorization: `Bearer ${key}` };
  return answerOf(await sandbox.post(`${CAMPAIGN}/${hash}/redeem`, { mobile, voucher_hash: hash }, { headers }));
}

const verify = (hash: string, mobile: string) => bearerGet(sandbox, `${CAMPAIGN}/${hash}/verify?mobile=${mobile}`);

const success = (amount: string, member: number, status: string, ticket: string | null) => ({
  status: 200,
  body: {
    status: { code: 'SUCCESS' },
    data: { voucher: { amount_baht: amount, member, status }, my_ticket: ticket && { amount_baht: ticket } },
  },
});
const refusal = (code: string) => ({ status: 400, body: expect.objectContaining({ status: { code } }) });

async function received(): Promise<number> {
  const books = (await (await sandbox.get('/books')).json()) as {
    payments: Record<string, Record<string, { received: number }>>;
  };
  return books.payments.TRUEMONEY?.BAHT?.received ?? Number.NaN;
}

test('a wallet redeems a voucher once, and both calls say what the wallet got', async () => {
  const before = await received();
  const hash = await newVoucher({ amount: 1_234.5 });
  expect(await verify(hash, FIRST)).toEqual(success('1,234.50', 1, 'active', null));
  expect(await redeem(hash, FIRST)).toEqual(success('1,234.50', 1, 'redeemed', '1,234.50'));
  expect(await verify(hash, FIRST)).toEqual(success('1,234.50', 1, 'redeemed', '1,234.50'));
  expect(await verify(hash, SECOND)).toEqual(success('1,234.50', 1, 'redeemed', null));
  expect(await redeem(hash, FIRST)).toEqual(refusal('TARGET_USER_REDEEMED'));
  expect(await redeem(hash, SECOND)).toEqual(refusal('VOUCHER_OUT_OF_STOCK'));
  expect((await received()) - before).toBe(1_234.5);
});

test('a voucher for several wallets is divided to the satang', async () => {
  const hash = await newVoucher({ amount: 100.01, members: 2 });
  expect(await redeem(hash, FIRST)).toEqual(success('100.01', 2, 'active', '50.00'));
  expect(await redeem(hash, SECOND)).toEqual(success('100.01', 2, 'redeemed', '50.01'));
});

test('two wallets at the same moment never share a voucher for one', async () => {
  for (let round = 0; round < 10; round++) {
    const hash = await newVoucher({ amount: 10 });
    const answers = await Promise.all([FIRST, SECOND, FIRST, SECOND].map((mobile) => redeem(hash, String(mobile))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('an unknown voucher, an expired voucher and an unknown wallet are refused with a code each', async () => {
  const expired = await newVoucher({ amount: 10, expired: true });
  expect(await redeem(expired, FIRST)).toEqual(refusal('VOUCHER_EXPIRED'));
  expect(await redeem(expired, '0811111111')).toEqual(refusal('TARGET_USER_NOT_FOUND'));
  expect(await redeem('nosuchvoucher', FIRST)).toEqual(refusal('VOUCHER_NOT_FOUND'));
  expect(await verify('nosuchvoucher', FIRST)).toEqual(refusal('VOUCHER_NOT_FOUND'));
});

test('a wrong key is answered 401 and redeems nothing', async () => {
  const hash = await newVoucher({ amount: 10 });
  expect((await redeem(hash, FIRST, 'another key')).status).toBe(401);
  expect(await verify(hash, FIRST)).toEqual(success('10.00', 1, 'active', null));
});

test('a redemption whose answer is lost is found by asking', async () => {
  const hash = await newVoucher({ amount: 10 });
  await sandbox.post('/faults', { target: 'truemoney', mode: 'error-after', times: 1 });
  expect((await redeem(hash, FIRST)).status).toBe(500);
  expect(await verify(hash, FIRST)).toEqual(success('10.00', 1, 'redeemed', '10.00'));
});
