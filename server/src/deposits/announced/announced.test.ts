import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
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

test('an announced deposit ends for the member who announced it alone, also where another member’s has the same id', async () => {
  const operator = operatorOf(database.db);
  const [one, other] = [await newMember(product), await newMember(product)];
  const key = randomUUID();
  for (const member of [one, other]) await announce(member, 70, key);
  const { id: last } = (await announce(one, 71)).body as { id: string };
  const listed = (await operator('manual list'))
    .split('\n')
    .filter((line) => line.includes(one.id) || line.includes(other.id));
  expect(listed.map((line) => line.split('  ').slice(0, 3))).toEqual([
    [key, one.id, '70.00'],
    [key, other.id, '70.00'],
    [last, one.id, '71.00'],
  ]);

  await operator('receivers add', 'SCB', '0000000011', 'AUTO', 'BAHT', 'KRAPAO');
  const recorded = await operator('payments record', 'SCB', '0000000011', 'BBL', 'R1', '70');
  const payment = /\d+/.exec(recorded)?.[0] ?? '';
  await expect(operator('manual accept', other.id, last, payment)).rejects.toThrow(`${other.id} announced no deposit`);
  await operator('manual refuse', one.id.toLowerCase(), key);
  await operator('manual accept', other.id, key, payment);
  const ended = async (member: Player) => (await statementOf(product, member)).map(({ status }) => status);
  expect([await ended(one), await ended(other)]).toEqual([['PROCESSING', 'FAILED'], ['SUCCESS']]);
  expect(await filedBy(other)).toEqual([{ amount: '7000', status: 'SUCCESS' }]);
  expect((await mainWalletOf(product, one)).amount).toBe(0);
});
