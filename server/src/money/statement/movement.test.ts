import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import { writeStatement } from '../../ledger/statement.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api' });
const operator = operatorOf(db);

type Step = { step: string; state: string; at?: string; usualSeconds?: number };
type Told = {
  movement: { id: string; status: string; createdAt: string };
  steps: Step[];
  reference: string;
  account?: object;
};

const ask = ({ token }: Player, id: string) => product.call(`GET /api/statement/movement/${id}`, { token });

async function read(member: Player, id: string): Promise<Told> {
  const answer = await ask(member, id);
  expect(answer).toMatchObject({ status: 200 });
  const told = answer.body as Told;
  expect(told.movement).toEqual((await statementOf(product, member)).find((entry) => entry.id === id));
  return told;
}

/** Each step with its state; a star where its time is told. */
const courseOf = async (member: Player, id: string) =>
  (await read(member, id)).steps.map(({ step, state, at }) => `${step} ${state}${at ? ' *' : ''}`);
const idOf = (answer: { body: unknown }) => (answer.body as { id: string }).id;

function expectInOrder({ steps }: Told): void {
  const times = steps.flatMap(({ at }) => at ?? []);
  expect(times).toEqual(times.toSorted());
}

test('a withdrawal tells when it was asked for, sent and paid, its account and a reference', async () => {
  const member = await newPlayer(product, { wallet: 1_000 });
  const id = idOf(await withdraw(product, member, 400));
  await expect.poll(() => courseOf(member, id), BY_ITSELF).toEqual(['ASKED done *', 'SENT done *', 'PAID done *']);
  const told = await read(member, id);
  expectInOrder(told);
  const { bankCode, bankAccountNo, bankAccountName } = member.registration;
  expect(told.account).toEqual({ bank: bankCode, number: bankAccountNo, name: bankAccountName });
  expect(told.reference).toBe(`WD-${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase());
});

test('a withdrawal that staff check says so, and goes on once it is approved', async () => {
  const member = await newPlayer(product, { wallet: 50_000 });
  const id = idOf(await withdraw(product, member, 25_000));
  expect(await courseOf(member, id)).toEqual(['ASKED done *', 'CHECKED now', 'SENT next', 'PAID next']);
  await operator('withdrawals approve', member.id, id);
  await expect
    .poll(() => courseOf(member, id), BY_ITSELF)
    .toEqual(['ASKED done *', 'CHECKED done *', 'SENT done *', 'PAID done *']);
  expectInOrder(await read(member, id));
});

test('a withdrawal that was cancelled while staff checked it was not checked, and one that they refused is back', async () => {
  const member = await newPlayer(product, { wallet: 50_000 });
  const cancelled = idOf(await withdraw(product, member, 25_000));
  await product.call(`DELETE /api/wallet/withdraw/${cancelled}`, { token: member.token });
  expect(await courseOf(member, cancelled)).toEqual(['ASKED done *', 'CANCELLED done *']);
  const refused = idOf(await withdraw(product, member, 25_000));
  await operator('withdrawals refuse', member.id, refused, 'CONTACT');
  expect(await courseOf(member, refused)).toEqual(['ASKED done *', 'CHECKED done', 'RETURNED done *']);
});

test('a deposit tells when it was paid and credited, one that is announced waits, and one that is refused has no time', async () => {
  const member = await newMember(product);
  const { bankCode, bankAccountNo, bankAccountName } = member.registration;
  await sandbox.bankTransfer({
    ...{ fromBank: bankCode, fromAccount: bankAccountNo, fromName: bankAccountName },
    ...{ toBank: 'KBANK', toAccount: '0000000012', amount: 500.25 },
  });
  const newest = async () => (await statementOf(product, member))[0]?.id;
  await expect.poll(newest, BY_ITSELF).toBeDefined();
  const id = (await newest()) ?? expect.fail('no entry');
  expect(await courseOf(member, id)).toEqual(['PAID_IN done *', 'CREDITED done *']);
  expectInOrder(await read(member, id));

  const announced = idOf(await product.call('POST /api/wallet/add', { token: member.token, body: { amount: 77 } }));
  expect(await courseOf(member, announced)).toEqual(['ASKED done *', 'CREDITED now']);
  await operator('manual refuse', member.id, announced);
  expect(await courseOf(member, announced)).toEqual(['ASKED done *', 'REFUSED done']);
});

test('a transfer tells when its money left and arrived, and is back or refused where it did not', async () => {
  const member = await newPlayer(product, { wallet: 1_000, pg: 0 });
  const there = idOf(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 100 }));
  expect(await courseOf(member, there)).toEqual(['ASKED done *', 'LEFT done *', 'ARRIVED done *']);
  const home = idOf(await transfer(product, member, { from: 'pg', to: 'wallet', amount: 40 }));
  expect(await courseOf(member, home)).toEqual(['ASKED done *', 'LEFT done', 'ARRIVED done *']);

  await sandbox.fault({ target: 'games/pg', mode: 'refuse', times: 2 });
  const newest = async () => (await statementOf(product, member))[0]?.id ?? '';
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 5 });
  expect(await courseOf(member, await newest())).toEqual(['ASKED done *', 'LEFT done *', 'BACK done *']);
  await transfer(product, member, { from: 'pg', to: 'wallet', amount: 5 });
  expect(await courseOf(member, await newest())).toEqual(['ASKED done *', 'REFUSED done *']);

  await sandbox.fault({ target: 'games/pg', mode: 'timeout-after', times: 1 });
  const late = idOf(await transfer(impatient, member, { from: 'wallet', to: 'pg', amount: 7 }));
  await expect.poll(() => courseOf(member, late), BY_ITSELF).toEqual(['ASKED done *', 'LEFT done *', 'ARRIVED done *']);
});

test('a reward is one step', async () => {
  const member = await newMember(product);
  const id = randomUUID();
  const entry = { id, type: 'bonus', status: 'SUCCESS', from: 'bonus', to: 'wallet', amount: 10_00n } as const;
  await writeStatement(db, member.id, { ...entry, linked: { kind: 'refund', description: '' } });
  expect(await courseOf(member, id)).toEqual(['DONE done *']);
});

test('no member is told the movement of another', async () => {
  const [owner, stranger] = [await newPlayer(product, { wallet: 1_000 }), await newMember(product)];
  const id = idOf(await withdraw(product, owner, 100));
  expect(await ask(owner, id)).toMatchObject({ status: 200 });
  for (const [who, asked] of [
    [stranger, id],
    [stranger, id.toUpperCase()],
    [owner, randomUUID()],
  ] as const)
    expect(await ask(who, asked)).toMatchObject({ status: 404, body: { message: 'NO_DATA' } });
  expect(await product.call(`GET /api/statement/movement/${id}`)).toMatchObject({ status: 401 });
});

test.each([
  'x',
  '1',
  'null',
  '%00',
  `${randomUUID()}0`,
  randomUUID().replaceAll('-', ''),
  `'; select 1 --`,
  'ก'.repeat(36),
])('the id %j is refused as bad input', async (id) => {
  const member = await newMember(product);
  const answer = await ask(member, encodeURIComponent(id));
  expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
});
