import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { giveMoney } from '../../../../world/people.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newLaoRegistration,
  newMember,
  newPlayer,
  type Player,
  startPayingWorld,
  startProduct,
  statementOf,
  withdraw,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const CEILING = { PAYOUTS_AN_HOUR: '1000' };

// No worker pays out until one is started.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const operator = operatorOf(db, CEILING);
const startWorker = () => startProduct(database, { ...CEILING, SANDBOX_URL: sandbox.url, ROLE: 'worker' });

type Withdrawn = { member: Player; id: string };
type Row = { state: string; waits_for: string | null };

async function ask(member: Player, amount: number, options: { all?: boolean } = {}): Promise<Withdrawn> {
  const { status, body } = await withdraw(product, member, amount, options);
  expect(status).toBe(200);
  return { member, id: (body as { id: string }).id };
}
async function askNew(amount: number): Promise<Withdrawn> {
  return ask(await newPlayer(product, { wallet: amount }), amount);
}
const rowOf = async ({ id }: Withdrawn): Promise<Row> =>
  (await db.query<Row>('select state, waits_for from withdrawals where id = $1', [id])).rows[0] ??
  expect.fail('no row');
const stateOf = async (withdrawn: Withdrawn) => (await rowOf(withdrawn)).state;
const heardOf = async ({ member, id }: Withdrawn) =>
  (await sandbox.payouts()).filter(({ reference }) => reference === `${member.id}-${id.replaceAll('-', '')}`);
/** A worker has looked at it and left it alone. */
const expectWaiting = (withdrawn: Withdrawn, waits_for: string) =>
  vi.waitFor(async () => expect(await rowOf(withdrawn)).toEqual({ state: 'held', waits_for }), BY_ITSELF);
const expectPaid = (withdrawn: Withdrawn) =>
  vi.waitFor(async () => expect(await stateOf(withdrawn)).toBe('paid'), BY_ITSELF);
const letHourPass = () => db.query(`update withdrawals set called_at = called_at - interval '1 hour'`);
const dueNow = () =>
  db.query(
    'update withdrawals set next_try_at = clock_timestamp() where next_try_at is not null and waits_for is not null',
  );

await startWorker();

test('a member who is blocked before the channel was called is not paid, and is once unblocked, by itself', async () => {
  await operator('payouts pause');
  const withdrawn = await askNew(300);
  await operator('member block', withdrawn.member.id);
  await operator('payouts resume');
  await expectWaiting(withdrawn, 'blocked');
  expect(await heardOf(withdrawn)).toEqual([]);
  expect(await operator('withdrawals pending')).toContain(`${withdrawn.id}  ${withdrawn.member.id}  held  300.00 BAHT`);
  expect(await operator('withdrawals pending')).toContain('since the member is blocked');

  await operator('member unblock', withdrawn.member.id);
  await expectPaid(withdrawn);
  expect(await heardOf(withdrawn)).toMatchObject([{ amount: 300 }]);
});

test('a member who is blocked while money comes home from a silent game has it held, and is not paid', async () => {
  const member = await newPlayer(product, { wallet: 50, circus: 100 });
  const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', PROVIDER_TIMEOUT_MS: '500' });
  await sandbox.fault({ target: 'games/circus', call: 'move-out', mode: 'timeout-after', times: 1 });
  const { body } = await withdraw(impatient, member, 150, { all: true });
  const withdrawn = { member, id: (body as { id: string }).id };
  await operator('member block', member.id);
  await expectWaiting(withdrawn, 'blocked');
  const held = `select balance::int from ledger_accounts where member_id = $1 and name = 'held_for_bank'`;
  expect((await db.query(held, [member.id])).rows).toEqual([{ balance: 15_000 }]);
  expect(await heardOf(withdrawn)).toEqual([]);
});

test('after a member is blocked, at any moment, the payout channel is not called for the member’s withdrawal', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => askNew(101)));
  const seen = await Promise.all(
    all.map(async (withdrawn, n) => {
      for (let turn = 0; turn < 10 * n; turn++) await stateOf(withdrawn);
      await operator('member block', withdrawn.member.id);
      return stateOf(withdrawn);
    }),
  );
  await letHourPass();
  await dueNow();
  for (const [n, withdrawn] of all.entries()) {
    if (seen[n] === 'held') await expectWaiting(withdrawn, 'blocked');
    else await expectPaid(withdrawn);
    expect(await heardOf(withdrawn)).toHaveLength(seen[n] === 'held' ? 0 : 1);
  }
});

test('blocking ends every sign-in: a token that was stolen is of no use after unblocking', async () => {
  const member = await newMember(product);
  const profile = () => product.call('GET /api/account/profile', { token: member.token });
  await operator('member block', member.id);
  expect(await profile()).toMatchObject({ status: 401, body: { message: 'INVALID_USER_2' } });
  await operator('member unblock', member.id);
  expect(await profile()).toMatchObject({ status: 401, body: { message: 'INVALID_USER_3' } });
});

test('while payouts are paused withdrawals are taken and none is called; after resuming they go on by themselves', async () => {
  await letHourPass();
  await operator('payouts pause');
  await expect(operator('payouts pause')).rejects.toThrow('You have paused payouts already.');
  const [first, second] = [await askNew(100), await askNew(200)];
  for (const withdrawn of [first, second]) {
    await expectWaiting(withdrawn, 'paused');
    expect(await heardOf(withdrawn)).toEqual([]);
    expect((await mainWalletOf(product, withdrawn.member)).withdrawing).toBeGreaterThan(0);
  }
  const shown = await operator('payouts show');
  expect(shown).toContain('Payouts are paused by a tester.');
  expect(shown).toContain('BAHT  2 wait with 300.00: payouts are paused');

  await operator('payouts resume');
  await expect(operator('payouts resume')).rejects.toThrow('Payouts are not paused.');
  for (const withdrawn of [first, second]) await expectPaid(withdrawn);
  expect((await statementOf(product, second.member))[0]?.status).toBe('SUCCESS');
});

test('no more than the ceiling goes out within an hour, however many workers call; the rest goes on by itself later', async () => {
  await letHourPass();
  await startWorker();
  await operator('payouts pause');
  const all = await Promise.all(Array.from({ length: 8 }, () => askNew(300)));
  await operator('payouts resume');
  const states = async () => {
    const rows = await Promise.all(all.map(rowOf));
    return {
      left: rows.filter(({ state }) => state !== 'held').length,
      waiting: rows.filter(({ waits_for }) => waits_for === 'ceiling').length,
    };
  };
  await vi.waitFor(async () => expect(await states()).toEqual({ left: 3, waiting: 5 }), BY_ITSELF);
  const shown = await operator('payouts show');
  expect(shown).toContain('BAHT  900.00 of 1,000.00 went out by itself within an hour');
  expect(shown).toContain('BAHT  5 wait with 1,500.00: the hour’s payouts are used up');

  const small = await askNew(100);
  await expectPaid(small);
  expect(await states()).toEqual({ left: 3, waiting: 5 });
  await letHourPass();
  await dueNow();
  await vi.waitFor(async () => expect(await states()).toEqual({ left: 6, waiting: 2 }), BY_ITSELF);
  await letHourPass();
  await dueNow();
  for (const withdrawn of all) await expectPaid(withdrawn);
});

test('a payout that an operator approved, or that was given back, uses up nothing of the hour’s ceiling', async () => {
  await letHourPass();
  const expectAllLeft = async () =>
    expect(await operator('payouts show')).toContain('BAHT  0.00 of 1,000.00 went out by itself within an hour');
  const approved = await askNew(25_000);
  await operator('withdrawals approve', approved.member.id, approved.id);
  await expectPaid(approved);
  await expectAllLeft();
  await sandbox.nextPayout('refused');
  const returned = await askNew(900);
  await vi.waitFor(async () => expect(await stateOf(returned)).toBe('returned'), BY_ITSELF);
  await expectAllLeft();
  await expectPaid(await askNew(1_000));
  await expectWaiting(await askNew(100), 'ceiling');
});

test('kip have a ceiling of their own, six hundred times as high', async () => {
  const lao = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api', EDITION: 'la' });
  const member = await newMember(lao, newLaoRegistration());
  await giveMoney(db, member.id, 1_200_000_00);
  const askKip = async (amount: number) => {
    const { body } = await withdraw(lao, member, amount);
    return { member, id: (body as { id: string }).id };
  };
  const first = await askKip(600_000);
  await expectPaid(first);
  const second = await askKip(50_000);
  await expectWaiting(second, 'ceiling');
  expect(await operator('payouts show')).toContain('LAK  600,000.00 of 600,000.00 went out by itself within an hour');
});

test('in the end our books and the channel’s agree', async () => {
  await vi.waitFor(
    async () => expect((await db.query(`select from withdrawals where state = 'called'`)).rowCount).toBe(0),
    BY_ITSELF,
  );
  const { rows } = await db.query<{ currency: string; paid: string }>(
    `select currency, sum(amount)::text as paid from withdrawals where state = 'paid' group by 1`,
  );
  const { payouts } = await sandbox.books();
  for (const { currency, paid } of rows) expect(payouts[currency]).toEqual({ paid: Number(paid) / 100, pending: 0 });
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
