import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { unexplained } from '../../../test/books.ts';
import {
  type Answer,
  BY_ITSELF,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import { post, problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const lao = await startProduct(database, { ...PATIENT, EDITION: 'la', SANDBOX_URL: sandbox.url, ROLE: 'api' });

const PENDING = { status: 200, body: { id: expect.any(String), status: 'PENDING' } };
const refusal = (status: number, message: string) => ({ status, body: { message } });
const idOf = ({ body }: Answer) => (body as { id: string }).id;
const statusOf = async (member: Player, { id }: { id: string }) =>
  (await statementOf(product, member)).find((entry) => entry.id === id)?.status;
const payoutsOf = async ({ id }: Player) =>
  (await sandbox.payouts()).filter(({ reference }) => reference.startsWith(`${id}-`));
const countOf = async ({ id }: Player) =>
  (await database.db.query('select from withdrawals where member_id = $1', [id])).rowCount;

/**
 * Makes the next payout end with `result`. Waits until the channel has it, so that no other withdrawal gets that end.
 */
async function withdrawWith(result: 'paid' | 'refused' | 'silent', amount: number) {
  const member = await newPlayer(product, { wallet: 200 });
  await sandbox.nextPayout(result);
  const answer = await withdraw(product, member, amount);
  await vi.waitFor(async () => expect(await payoutsOf(member)).toHaveLength(1), BY_ITSELF);
  return { member, answer, id: idOf(answer) };
}
const refusedByChannel = await withdrawWith('refused', 150);
const silent = { paid: await withdrawWith('silent', 150), refused: await withdrawWith('silent', 150) };

test.concurrent('a withdrawal is pending and its money set aside until the bank has it, once, and then it is gone', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 1000 });
  const answer = await withdraw(product, member, 333.33);
  expect(answer).toMatchObject(PENDING);
  const id = idOf(answer);
  expect(await mainWalletOf(product, member)).toEqual({ amount: 666.67, inTransit: 0, withdrawing: 333.33 });
  const entry = { id, statementType: 'withdraw', from: 'wallet', to: 'KBANK', amount: 333.33 };
  expect(await statementOf(product, member)).toMatchObject([{ ...entry, status: 'PROCESSING' }]);

  await expect.poll(() => statusOf(member, { id }), BY_ITSELF).toBe('SUCCESS');
  expect(await mainWalletOf(product, member)).toEqual({ amount: 666.67, inTransit: 0, withdrawing: 0 });
  const { bankCode, bankAccountNo, bankAccountName } = member.registration;
  expect(await payoutsOf(member)).toMatchObject([
    {
      bank: bankCode,
      account: bankAccountNo,
      name: bankAccountName,
      amount: 333.33,
      currency: 'BAHT',
      state: 'paid',
      reference: `${member.id}-${id.replaceAll('-', '')}`,
    },
  ]);
});

test.concurrent('a payout that the channel refuses comes back, and the statement says that it failed', async ({
  expect,
}) => {
  const { member, answer, id } = refusedByChannel;
  expect(answer).toMatchObject(PENDING);
  await expect.poll(() => statusOf(member, { id }), BY_ITSELF).toBe('FAILED');
  expect(await mainWalletOf(product, member)).toEqual({ amount: 200, inTransit: 0, withdrawing: 0 });
  expect(await payoutsOf(member)).toMatchObject([{ state: 'refused' }]);
  // The member can try again at once, as another withdrawal.
  expect(await withdraw(product, member, 200)).toMatchObject(PENDING);
});

test.concurrent.for([
  ['paid', 'SUCCESS', 50],
  ['refused', 'FAILED', 200],
] as const)(
  'while the channel is silent about a payout nothing is guessed; once the payout is %s, so is the withdrawal',
  async ([result, status, left], { expect }) => {
    const { member, id } = silent[result];
    const asked = async () => {
      const { rows } = await database.db.query<{ tries: number }>(
        `select tries from withdrawals where id = $1 and state = 'called'`,
        [id],
      );
      return rows[0]?.tries ?? 0;
    };
    await expect.poll(asked, BY_ITSELF).toBeGreaterThanOrEqual(3);
    expect(await statusOf(member, { id })).toBe('PROCESSING');
    expect(await mainWalletOf(product, member)).toEqual({ amount: 50, inTransit: 0, withdrawing: 150 });
    const [payout] = await payoutsOf(member);
    await sandbox.decidePayout(payout?.reference ?? '', result);
    await expect.poll(() => statusOf(member, { id }), BY_ITSELF).toBe(status);
    expect(await mainWalletOf(product, member)).toEqual({ amount: left, inTransit: 0, withdrawing: 0 });
    expect(await payoutsOf(member)).toHaveLength(1);
  },
);

test.concurrent.for([
  ['baht', product, {}, 'BAHT', 100, 50_000],
  ['kip', lao, newLaoRegistration(), 'LAK', 50_000, 30_000_000],
] as const)(
  'in %s the bounds themselves can be withdrawn, and nothing beyond them',
  async ([, node, registration, currency, min, max], { expect }) => {
    const member = await newMember(node, registration);
    await post(database.db, {
      key: `given/${member.id}`,
      reason: 'test',
      memberId: member.id,
      currency,
      from: 'house:demo',
      to: 'main',
      amount: 10n * BigInt(max) * 100n,
    });
    for (const way of [{ all: false }, { all: true }]) {
      for (const [amount, status, message] of [
        [min - 0.01, 422, 'WITHDRAW_MINIMUM'],
        [0, 422, 'WITHDRAW_MINIMUM'],
        [max + 0.01, 422, 'WITHDRAW_MAXIMUM'],
        [9_999_999_999.99, 422, 'WITHDRAW_MAXIMUM'],
        [min + 0.001, 400, 'INVALID_REQUEST'],
        [-min, 400, 'INVALID_REQUEST'],
        [10_000_000_000, 400, 'INVALID_REQUEST'],
      ] as const) {
        expect({ amount, ...(await withdraw(node, member, amount, way)) }).toMatchObject({
          amount,
          ...refusal(status, message),
        });
      }
    }
    if (currency === 'LAK') {
      for (const [fraction, way] of [
        [0.37, { all: false }],
        [0.5, { all: true }],
      ] as const) {
        const answer = await withdraw(node, member, min + fraction, way);
        expect(answer).toMatchObject({
          status: 400,
          body: { message: 'INVALID_REQUEST', fields: { amount: 'INVALID' } },
        });
      }
    }
    for (const body of [{}, { amount: String(min) }, { amount: null }, { amount: min, to: 'KBANK' }]) {
      const answer = await node.call('POST /api/wallet/withdraw', { token: member.token, body });
      expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST'));
    }
    expect((await node.call('POST /api/wallet/withdraw', { body: { amount: min } })).status).toBe(401);
    expect(await countOf(member)).toBe(0);
    expect(await mainWalletOf(node, member)).toEqual({ amount: 10 * max, inTransit: 0, withdrawing: 0 });
    expect(await statementOf(node, member)).toEqual([]);

    const above = currency === 'LAK' ? min + 1 : min + 0.01;
    for (const amount of [min, max, above]) expect(await withdraw(node, member, amount)).toMatchObject(PENDING);
    // How much of it is still on its way depends on how fast the bank pays.
    const { amount } = await mainWalletOf(node, member);
    expect(amount).toBe(10 * max - (min + max + above));
    expect(await countOf(member)).toBe(3);
  },
);

test.concurrent('more than the main wallet has is refused and changes nothing', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 150, pg: 500 });
  expect(await withdraw(product, member, 150.01)).toMatchObject(refusal(422, 'MONEY_NOT_ENOUGH'));
  expect(await mainWalletOf(product, member)).toEqual({ amount: 150, inTransit: 0, withdrawing: 0 });
  expect(await countOf(member)).toBe(0);
  expect((await statementOf(product, member)).map(({ statementType }) => statementType)).toEqual(['transfer']);
});

test.concurrent('fifty at once on the same hundred baht: one is paid', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 100 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => withdraw(product, member, 100, { all: i % 2 === 0 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject(refusal(422, 'MONEY_NOT_ENOUGH'));
  await expect.poll(() => payoutsOf(member), BY_ITSELF).toMatchObject([{ amount: 100, state: 'paid' }]);
  await expect
    .poll(() => mainWalletOf(product, member), BY_ITSELF)
    .toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
  expect(await payoutsOf(member)).toHaveLength(1);
});

test.concurrent('the same key fifty times is one withdrawal and fifty equal answers, and later still the same', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 1000 });
  const key = randomUUID();
  const ask = () => withdraw(product, member, 100, { key });
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: { id: key, status: 'PENDING' } });
  await expect.poll(() => statusOf(member, { id: key }), BY_ITSELF).toBe('SUCCESS');
  expect(await ask()).toMatchObject({ status: 200, body: { id: key, status: 'PENDING' } });
  expect(await mainWalletOf(product, member)).toEqual({ amount: 900, inTransit: 0, withdrawing: 0 });
  expect(await countOf(member)).toBe(1);
  expect(await payoutsOf(member)).toHaveLength(1);
});

test.concurrent('a key that was used for another amount or another kind of movement is a conflict', async ({
  expect,
}) => {
  const member = await newPlayer(product, { wallet: 1000, pg: 0 });
  const conflict = refusal(409, 'IDEMPOTENCY_CONFLICT');
  const [forTransfer, forWithdrawal, forAnnouncement] = [randomUUID(), randomUUID(), randomUUID()];
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 100 }, forTransfer);
  await withdraw(product, member, 100, { key: forWithdrawal });
  const announce = (key: string) =>
    product.call('POST /api/wallet/add', {
      token: member.token,
      body: { amount: 100 },
      headers: { 'idempotency-key': key },
    });
  expect(await announce(forAnnouncement)).toMatchObject({ status: 200 });

  for (const key of [forTransfer, forAnnouncement]) {
    expect(await withdraw(product, member, 100, { key })).toMatchObject(conflict);
    expect(await withdraw(product, member, 850, { key, all: true })).toMatchObject(conflict);
  }
  expect(await withdraw(product, member, 101, { key: forWithdrawal })).toMatchObject(conflict);
  expect(await withdraw(product, member, 100, { key: forWithdrawal, all: true })).toMatchObject(conflict);
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1 }, forWithdrawal)).toMatchObject(
    conflict,
  );
  expect(await announce(forWithdrawal)).toMatchObject(conflict);
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 800 });
  expect(await countOf(member)).toBe(1);
});

test.concurrent('a refusal does not use the key up', async ({ expect }) => {
  const member = await newPlayer(product, { wallet: 99 });
  const key = randomUUID();
  expect(await withdraw(product, member, 100, { key })).toMatchObject(refusal(422, 'MONEY_NOT_ENOUGH'));
  await post(database.db, {
    key: `given/${key}`,
    reason: 'test',
    memberId: member.id,
    currency: 'BAHT',
    from: 'house:demo',
    to: 'main',
    amount: 1_00n,
  });
  expect(await withdraw(product, member, 100, { key })).toMatchObject({ status: 200, body: { id: key } });
});

test('in the end nothing is set aside any more, and our books and the channel’s agree', async () => {
  const open = async () => (await database.db.query('select from withdrawals where next_try_at is not null')).rowCount;
  await expect.poll(open, BY_ITSELF).toBe(0);
  const { payouts } = await sandbox.books();
  const { rows } = await database.db.query<{ currency: string; paid: string }>(
    `select currency, sum(amount)::text as paid from withdrawals where state = 'paid' group by currency order by currency`,
  );
  for (const { currency, paid } of rows) expect(payouts[currency]).toEqual({ paid: Number(paid) / 100, pending: 0 });
  expect(rows).toHaveLength(2);
  const { rows: house } = await database.db.query(
    `select currency, balance::text as paid from house_balances where name = 'house:payouts' order by 1`,
  );
  expect(house).toEqual(rows);
  expect(await problems(database.db)).toEqual([]);
  expect(await unexplained(database.db)).toEqual([]);
});
