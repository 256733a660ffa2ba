import { expect, test } from 'vitest';
import { digits, newMember, startProduct, startProductOnSandbox } from '../../../test/harness.ts';

const { sandbox, database } = await startProductOnSandbox({ ROLE: 'api' });
const product = await startProduct(database, {
  ROLE: 'api',
  TRUST_PROXY: '127.0.0.1',
  SANDBOX_URL: sandbox.url,
  VALIDATIONS_PER_ADDRESS_AN_HOUR: '3',
  BANK_CHANGES_A_DAY: '5',
});
const LIMIT = { status: 429, body: { message: 'REQUEST_LIMIT' } };

type Member = Awaited<ReturnType<typeof newMember>>;
const edit = ({ token, registration }: Member, address: string, changed: object) => {
  const { name, bankCode, bankAccountName, bankAccountNo } = registration;
  return product.call('PUT /api/account/profile', {
    token,
    body: { name, bankCode, bankAccountName, bankAccountNo, ...changed },
    headers: { 'x-forwarded-for': address },
  });
};

test('an address asks no oftener by other banks than by validating whether an account is taken', async () => {
  const [member, other] = [await newMember(product), await newMember(product)];
  const { bankAccountNo } = other.registration;
  const taken = { status: 409, body: { message: 'EXISTING_BANK' } };
  for (let times = 0; times < 2; times++)
    expect(await edit(member, '203.0.113.1', { bankAccountNo })).toMatchObject(taken);
  const validating = { body: { ...other.registration }, headers: { 'x-forwarded-for': '203.0.113.1' } };
  expect(await product.call('POST /api/account/validate', validating)).toMatchObject({ status: 409 });
  expect(await edit(member, '203.0.113.1', { bankAccountNo })).toMatchObject(LIMIT);
  expect(await product.call('POST /api/account/validate', validating)).toMatchObject(LIMIT);
  // A name tells nothing of others.
  expect((await edit(member, '203.0.113.1', { name: 'Another Name' })).status).toBe(200);
  expect(await edit(member, '203.0.113.2', { bankAccountNo })).toMatchObject(taken);
});

test('a member gives five other banks a day, and is told when there is room again', async () => {
  const member = await newMember(product);
  for (let change = 1; change <= 5; change++) {
    const changed = { bankAccountNo: digits(10) };
    expect((await edit(member, `198.51.100.${change}`, changed)).status).toBe(200);
  }
  const refused = await edit(member, '198.51.100.6', { bankAccountNo: digits(10) });
  expect(refused).toMatchObject(LIMIT);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60);
  await sandbox.moveClock(24 * 60 * 60 + 1);
  const { token } = (
    await product.call('POST /api/login', { body: { username: member.username, password: member.password } })
  ).body as { token: string };
  expect((await edit({ ...member, token }, '198.51.100.7', { bankAccountNo: digits(10) })).status).toBe(200);
});
