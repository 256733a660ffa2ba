import { expect, test, vi } from 'vitest';
import { unexplained } from '../../../test/books.ts';
import { BY_ITSELF, mainWalletOf, newPlayer, startPayingWorld, statementOf, withdraw } from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

// A channel that is not able to close a reference.
const { product, sandbox, database } = await startPayingWorld({ PAYOUTS_CAN_CLOSE: 'off', PROVIDER_LATE_MS: '1' });
const { db } = database;
await sandbox.lie({ target: 'payouts', lie: 'no close' });

type Withdrawn = { member: Awaited<ReturnType<typeof newPlayer>>; id: string };
async function askNew(amount: number): Promise<Withdrawn> {
  const member = await newPlayer(product, { wallet: amount });
  return { member, id: ((await withdraw(product, member, amount)).body as { id: string }).id };
}
type Row = { state: string; tries: number };
const rowOf = async ({ id }: Withdrawn): Promise<Row> =>
  (await db.query<Row>('select state, tries from withdrawals where id = $1', [id])).rows[0] ?? expect.fail('no row');
const entryOf = async ({ member, id }: Withdrawn) =>
  (await statementOf(product, member)).find((entry) => entry.id === id) ?? expect.fail('no entry');
/** As if the channel had been called, or had told so, so long ago. */
const letPass = ({ id }: Withdrawn, column: 'called_at' | 'told_otherwise_at', time: string) =>
  db.query(`update withdrawals set ${column} = ${column} - $2::interval where id = $1`, [id, time]);
const dueNow = ({ id }: Withdrawn, column: 'next_try_at' | 'ask_again_at') =>
  db.query(`update withdrawals set ${column} = clock_timestamp() where id = $1 and ${column} is not null`, [id]);
const asked = async (withdrawn: Withdrawn, column: 'next_try_at' | 'ask_again_at') => {
  const before = (await rowOf(withdrawn)).tries;
  await dueNow(withdrawn, column);
  await vi.waitFor(async () => expect((await rowOf(withdrawn)).tries).toBeGreaterThan(before), BY_ITSELF);
};

test('a payout that the channel rejected, or does not know, is returned fifteen minutes after the call, and not before', async () => {
  for (const mode of ['refuse', 'timeout-before']) {
    await sandbox.fault({ target: 'payouts', call: 'create', mode, times: 1 });
    const withdrawn = await askNew(300);
    await vi.waitFor(async () => expect((await rowOf(withdrawn)).tries).toBeGreaterThanOrEqual(2), BY_ITSELF);
    await letPass(withdrawn, 'called_at', '14 minutes');
    await asked(withdrawn, 'next_try_at');
    expect((await rowOf(withdrawn)).state).toBe('called');
    await letPass(withdrawn, 'called_at', '1 minute');
    await dueNow(withdrawn, 'next_try_at');
    await vi.waitFor(async () => expect((await rowOf(withdrawn)).state).toBe('returned'), BY_ITSELF);
    expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 300, inTransit: 0, withdrawing: 0 });
  }
});

test('a payout that the channel rejected and made nevertheless is paid, once', async () => {
  await sandbox.lie({ target: 'payouts', lie: 'rejected though taken', times: 1 });
  const withdrawn = await askNew(300);
  await vi.waitFor(async () => expect((await rowOf(withdrawn)).state).toBe('paid'), BY_ITSELF);
  expect(await mainWalletOf(product, withdrawn.member)).toMatchObject({ amount: 0, withdrawing: 0 });
});

test('a bounce is believed when the channel reports it again fifteen minutes later, and not if the channel takes it back', async () => {
  const [wrong, right] = [await askNew(400), await askNew(500)];
  for (const withdrawn of [wrong, right])
    await vi.waitFor(async () => expect((await rowOf(withdrawn)).state).toBe('paid'), BY_ITSELF);
  await sandbox.lie({ target: 'payouts', lie: 'refused though paid', times: 1 });
  await asked(wrong, 'ask_again_at');
  await vi.waitFor(
    async () =>
      expect(
        (await db.query('select from withdrawals where id = $1 and told_otherwise_at is not null', [wrong.id]))
          .rowCount,
      ).toBe(1),
    BY_ITSELF,
  );
  await letPass(wrong, 'told_otherwise_at', '15 minutes');
  await asked(wrong, 'ask_again_at');
  await vi.waitFor(
    async () =>
      expect(
        (await db.query('select from withdrawals where id = $1 and told_otherwise_at is null', [wrong.id])).rowCount,
      ).toBe(1),
    BY_ITSELF,
  );
  expect(await entryOf(wrong)).toMatchObject({ step: 'PAID' });

  await sandbox.lie({ target: 'payouts', lie: 'bounces', times: 1 });
  await asked(right, 'ask_again_at');
  await vi.waitFor(
    async () =>
      expect(
        (await db.query('select from withdrawals where id = $1 and told_otherwise_at is not null', [right.id]))
          .rowCount,
      ).toBe(1),
    BY_ITSELF,
  );
  expect(await entryOf(right)).toMatchObject({ step: 'PAID' });
  await letPass(right, 'told_otherwise_at', '15 minutes');
  await dueNow(right, 'ask_again_at');
  await vi.waitFor(
    async () => expect(await entryOf(right)).toMatchObject({ step: 'RETURNED', reason: 'BOUNCED' }),
    BY_ITSELF,
  );
  expect(await mainWalletOf(product, right.member)).toMatchObject({ amount: 500 });
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
