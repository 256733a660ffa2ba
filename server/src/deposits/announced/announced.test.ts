import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  cloneDatabase,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  type Player,
  startProduct,
  statementOf,
} from '../../../test/harness.ts';

const database = await cloneDatabase();
const [product, closed, lao] = await Promise.all([
  startProduct(database),
  startProduct(database, { MANUAL_DEPOSITS: 'off' }),
  startProduct(database, { EDITION: 'la' }),
]);

const announce = ({ token }: Player, amount: unknown, key?: string, node = product) =>
  node.call('POST /api/wallet/add', { token, body: { amount }, ...(key && { headers: { 'idempotency-key': key } }) });
const filedBy = async ({ id }: Player) =>
  (await database.db.query('select amount::text, status from manual_deposits where member_id = $1', [id])).rows;
const NOTHING = { amount: 0, inTransit: 0, withdrawing: 0 };

test('an announced deposit is filed for an operator, and credits nothing', async () => {
  const member = await newMember(product);
  const { status, body } = await announce(member, 1234.56);
  expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String), status: 'PROCESSING' } });
  const { id } = body as { id: string };
  expect(await statementOf(product, member)).toMatchObject([
    { id, statementType: 'deposit', status: 'PROCESSING', from: 'MANUAL', to: 'wallet', amount: 1234.56 },
  ]);
  expect(await filedBy(member)).toEqual([{ amount: '123456', status: 'PROCESSING' }]);
  expect(await mainWalletOf(product, member)).toEqual(NOTHING);
  expect((await database.db.query('select from ledger_postings where owner = $1', [member.id])).rowCount).toBe(0);
});

test('an announced deposit in kip is filed too', async () => {
  const member = await newMember(lao, newLaoRegistration());
  expect(await announce(member, 500_000, undefined, lao)).toMatchObject({
    status: 200,
    body: { status: 'PROCESSING' },
  });
  expect(await filedBy(member)).toEqual([{ amount: '50000000', status: 'PROCESSING' }]);
});

test('the same key fifty times files an announced deposit once', async () => {
  const member = await newMember(product);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => announce(member, 100, key)));
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: { id: key, status: 'PROCESSING' } });
  expect(await announce(member, 101, key)).toMatchObject({ status: 409, body: { message: 'IDEMPOTENCY_CONFLICT' } });
  expect(await filedBy(member)).toHaveLength(1);
  expect(await statementOf(product, member)).toHaveLength(1);
});

test('an announced deposit without a good amount is refused', async () => {
  const member = await newMember(product);
  for (const amount of [0, -1, 0.001, 10_000_000_000, '100', null, undefined])
    expect({ amount, ...(await announce(member, amount)) }).toMatchObject({
      amount,
      status: 400,
      body: { message: 'INVALID_REQUEST' },
    });
  expect((await product.call('POST /api/wallet/add', { body: { amount: 100 } })).status).toBe(401);
  expect(await filedBy(member)).toEqual([]);
});

test('where operators take none, members are not asked to announce any, and none is filed', async () => {
  const member = await newMember(product);
  const isManual = async (node: typeof product) =>
    ((await node.call('GET /api/lookup/deposit', { token: member.token })).body as { isManual: boolean }).isManual;
  expect([await isManual(product), await isManual(closed)]).toEqual([true, false]);
  const answer = await announce(member, 100, undefined, closed);
  expect(answer).toMatchObject({ status: 422, body: { message: 'NO_BANK' } });
  expect(await filedBy(member)).toEqual([]);
});

test('a hundred in an hour are enough for one member, and no other member is held up', async () => {
  const [eager, other] = await Promise.all([newMember(product), newMember(product)]);
  const answers = await Promise.all(Array.from({ length: 101 }, () => announce(eager, 100)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ message: 'REQUEST_LIMIT' });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await announce(other, 100)).toMatchObject({ status: 200 });
  expect(await filedBy(eager)).toHaveLength(100);
});
