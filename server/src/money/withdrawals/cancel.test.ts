import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newMember,
  newPlayer,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  walletOf,
  withdraw,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

// No worker pays out until one is started.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const operator = operatorOf(db);
const startWorker = () => startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'worker' });

const cancel = async ({ token }: Player, id: string) => {
  const { status, body } = await product.call(`DELETE /api/wallet/withdraw/${id}`, { token });
  return { status, body };
};
const done = (id: string) => ({ status: 200, body: { id, step: 'CANCELLED' } });
const TOO_LATE = { status: 409, body: { message: 'WITHDRAW_TOO_LATE' } };
const ask = async (member: Player, amount: number) =>
  ((await withdraw(product, member, amount)).body as { id: string }).id;
const entryOf = async (member: Player, id: string) =>
  (await statementOf(product, member)).find((entry) => entry.id === id) ?? expect.fail('no entry');
const heardOf = async (member: Player) =>
  (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(`${member.id}-`));

test('a withdrawal is cancelled until the channel was called, checked or not, and repeating it answers the same', async () => {
  const member = await newPlayer(product, { wallet: 40_000 });
  const [held, checking] = [await ask(member, 1_000), await ask(member, 20_001)];
  expect(await entryOf(member, held)).toMatchObject({ step: 'CHECKING', canCancel: true });
  expect(await entryOf(member, checking)).toMatchObject({ step: 'CHECKING', canCancel: true });
  for (const id of [held, checking]) {
    for (const spelling of [id, id.toUpperCase(), id]) expect(await cancel(member, spelling)).toEqual(done(id));
    expect(await entryOf(member, id)).toMatchObject({ status: 'FAILED', step: 'CANCELLED' });
    expect((await entryOf(member, id)).canCancel).toBeUndefined();
  }
  expect(await mainWalletOf(product, member)).toEqual({ amount: 40_000, inTransit: 0, withdrawing: 0 });
});

test('a withdrawal that is cancelled twenty times at once gives its money back once', async () => {
  const member = await newPlayer(product, { wallet: 500 });
  const id = await ask(member, 500);
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(member, id)));
  for (const answer of answers) expect(answer).toEqual(done(id));
  expect(await mainWalletOf(product, member)).toEqual({ amount: 500, inTransit: 0, withdrawing: 0 });
});

test('another member’s withdrawal and an unknown one cannot be cancelled, and both are answered the same', async () => {
  const [member, other] = [await newPlayer(product, { wallet: 500 }), await newMember(product)];
  const id = await ask(member, 500);
  const nothing = { status: 404, body: { message: 'NO_DATA' } };
  expect(await cancel(other, id)).toEqual(nothing);
  expect(await cancel(other, randomUUID())).toEqual(nothing);
  expect((await cancel(member, 'nonsense')).status).toBe(400);
  expect((await product.call(`DELETE /api/wallet/withdraw/${id}`)).status).toBe(401);
  expect((await entryOf(member, id)).step).toBe('CHECKING');
  expect(await cancel(member, id)).toEqual(done(id));
});

test('a withdrawal that is cancelled while money comes home from a silent game is not paid, and the money stays home', async () => {
  const member = await newPlayer(product, { wallet: 50, circus: 100 });
  const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '500' });
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 });
  const key = randomUUID();
  expect(await withdraw(impatient, member, 150, { all: true, key })).toMatchObject({ status: 200 });
  expect(await cancel(member, key)).toEqual(done(key));
  await startWorker();
  await vi.waitFor(
    async () => expect((await walletOf(product, member)).amounts).toEqual({ wallet: 150, inTransit: 0, circus: 0 }),
    BY_ITSELF,
  );
  expect(await heardOf(member)).toEqual([]);
  expect(await withdraw(impatient, member, 150, { all: true, key })).toMatchObject({
    body: { id: key, status: 'PENDING' },
  });
});

test('at any moment a withdrawal is either cancelled and never paid, or too late to cancel and paid once', async () => {
  await startWorker();
  const ends = await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      const member = await newPlayer(product, { wallet: 100 });
      const id = await ask(member, 100);
      for (let turn = 0; turn < 8 * n; turn++) await db.query('select 1');
      return { member, id, answer: await cancel(member, id) };
    }),
  );
  for (const { member, id, answer } of ends) {
    const isCancelled = answer.status === 200;
    expect(answer).toEqual(isCancelled ? done(id) : TOO_LATE);
    const end = isCancelled ? { status: 'FAILED', step: 'CANCELLED' } : { status: 'SUCCESS', step: 'PAID' };
    await vi.waitFor(async () => expect(await entryOf(member, id)).toMatchObject(end), BY_ITSELF);
    expect(await heardOf(member)).toHaveLength(isCancelled ? 0 : 1);
    expect(await mainWalletOf(product, member)).toMatchObject({ amount: isCancelled ? 100 : 0, withdrawing: 0 });
    if (!isCancelled) expect(await cancel(member, id)).toEqual(TOO_LATE);
  }
});

test('an operator who approves and a member who cancels at the same moment: one of them is first', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await newPlayer(product, { wallet: 30_000 });
    const id = await ask(member, 25_000);
    const [cancelled, approved] = await Promise.all([
      cancel(member, id),
      operator('withdrawals approve', member.id, id).then(
        () => 'approved',
        (error: Error) => error.message,
      ),
    ]);
    // Approved first, it can still be cancelled until a worker has called the channel.
    if (cancelled.status === 200) {
      expect(await heardOf(member)).toEqual([]);
      expect(await mainWalletOf(product, member)).toMatchObject({ amount: 30_000 });
    } else {
      expect(approved).toBe('approved');
      expect(cancelled).toEqual(TOO_LATE);
    }
  }
  await vi.waitFor(
    async () => expect((await db.query('select from withdrawals where next_try_at is not null')).rowCount).toBe(0),
    BY_ITSELF,
  );
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
