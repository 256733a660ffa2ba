import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  type Answer,
  BY_ITSELF,
  digits,
  mainWalletOf,
  newPlayer,
  spawnProduct,
  startPayingWorld,
  startProduct,
  statementOf,
  waitingForLocks,
  withdraw,
} from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { problems } from '../../ledger/ledger.ts';
import { inTransaction } from '../../platform/database.ts';
import { openPayouts } from '../../providers/payouts/payouts.ts';

// No worker pays out until one is started.
const { product, sandbox, database } = await startPayingWorld({ ROLE: 'api' });
const { db } = database;
const config = readConfig({ DATABASE_URL: database.url, SANDBOX_URL: sandbox.url });
const channel = openPayouts(config);
const operator = operatorOf(db);

type Withdrawn = { member: Awaited<ReturnType<typeof newPlayer>>; id: string };
const newRich = () => newPlayer(product, { wallet: 1000 });
const referenceOf = ({ member, id }: Withdrawn) => `${member.id}-${id.replaceAll('-', '')}`;
const idOf = ({ body }: Answer) => (body as { id: string }).id;
const statusOf = async ({ member, id }: Withdrawn) =>
  (await statementOf(product, member)).find((entry) => entry.id === id)?.status;
const stateOf = async ({ id }: Withdrawn) =>
  (await db.query<{ state: string }>('select state from withdrawals where id = $1', [id])).rows[0]?.state;
const heardOf = async (withdrawn: Withdrawn) =>
  (await sandbox.payouts()).filter(({ reference }) => reference === referenceOf(withdrawn));

async function ask(member: Withdrawn['member'], amount = 333.33): Promise<Withdrawn> {
  return { member, id: idOf(await withdraw(product, member, amount)) };
}

type Call = 'create' | 'state' | 'close';

/** Waits until the channel has misbehaved, so that the next fault meets the next call. */
async function misbehaveOnce<T>(call: Call, mode: string, work: () => Promise<T>): Promise<T> {
  await sandbox.fault({ target: 'payouts', call, mode, times: 1 });
  const done = await work();
  await vi.waitFor(async () => expect(await sandbox.faultsLeft('payouts', call)).toBe(0), BY_ITSELF);
  return done;
}

async function askUnder(call: Call, mode: string): Promise<Withdrawn> {
  const member = await newRich();
  return misbehaveOnce(call, mode, () => ask(member));
}

/** As if the channel was called so long ago that no call can still be on its way: only then "absent" is believed. */
const passLateWindow = ({ id }: Withdrawn) =>
  db.query(`update withdrawals set called_at = called_at - interval '2 hours' where id = $1`, [id]);
/** The call never comes to the channel, and no worker thinks that it still might. */
async function askInVain(mode: string): Promise<Withdrawn> {
  const withdrawn = await askUnder('create', mode);
  await passLateWindow(withdrawn);
  return withdrawn;
}
/** As if the pause, or the lease of a worker, was over. */
const makeDue = ({ id }: Withdrawn) =>
  db.query('update withdrawals set next_try_at = clock_timestamp() where id = $1 and next_try_at is not null', [id]);
const secondsUntilDue = async ({ id }: Withdrawn) => {
  const sql = `select extract(epoch from next_try_at - clock_timestamp())::float8 as seconds from withdrawals where id = $1`;
  return (await db.query<{ seconds: number }>(sql, [id])).rows[0]?.seconds;
};

async function expectPaid(withdrawn: Withdrawn) {
  await vi.waitFor(async () => expect(await statusOf(withdrawn)).toBe('SUCCESS'), BY_ITSELF);
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 666.67, inTransit: 0, withdrawing: 0 });
  expect(await heardOf(withdrawn)).toMatchObject([{ amount: 333.33, state: 'paid' }]);
}

async function expectReturned(withdrawn: Withdrawn) {
  await vi.waitFor(async () => expect(await statusOf(withdrawn)).toBe('FAILED'), BY_ITSELF);
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 1000, inTransit: 0, withdrawing: 0 });
  expect(await heardOf(withdrawn)).toEqual([]);
}

/** The call that we gave up waiting for comes after all. */
function createLate({ member, id }: Withdrawn) {
  const { bankCode: bank, bankAccountNo: account, bankAccountName: name } = member.registration;
  const payout = { reference: referenceOf({ member, id }), amount: 333_33n, currency: 'BAHT', bank, account, name };
  return channel.create({ ...payout, currency: 'BAHT' });
}

/** Longer than this file runs: the killed worker never gives up waiting. */
const KILLED_WORKER_WAITS_S = 60;

/** One process takes requests and one pays out, and both are killed in the middle of it. */
async function killInTheMiddle() {
  const [inHand, onHold, moved] = await Promise.all([newRich(), newRich(), newRich()]);
  const environment = { SANDBOX_URL: sandbox.url, PROVIDER_TIMEOUT_MS: String(KILLED_WORKER_WAITS_S * 1000) };
  const [api, worker] = await Promise.all([
    spawnProduct(database, { ...environment, ROLE: 'api' }),
    spawnProduct(database, { ...environment, ROLE: 'worker' }),
  ]);
  await sandbox.nextPayout('silent');
  const arrived = await askUnder('create', 'timeout-after');
  const neverCame = await askUnder('create', 'timeout-before');
  await worker.kill();
  const called = await Promise.all([stateOf(arrived), stateOf(neverCame)]);
  const leases = await Promise.all([secondsUntilDue(arrived), secondsUntilDue(neverCame)]);
  await Promise.all([makeDue(arrived), makeDue(neverCame), passLateWindow(neverCame)]);
  await sandbox.decidePayout(referenceOf(arrived), 'paid');

  const held = { member: onHold, id: idOf(await withdraw(api, onHold, 333.33)) };
  const cutOff = await inTransaction(db, async (tx) => {
    await tx.query('select from members where id = $1 for update', [inHand.id]);
    const answer = withdraw(api, inHand, 333.33).catch(() => 'cut off');
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1), BY_ITSELF);
    await api.kill();
    return answer;
  });

  const toFormerAccount = await ask(moved);
  const newBank = ['SCB', digits(10), 'SOMYING JAIDEE'];
  await operator('member bank', moved.id, ...newBank);
  return { arrived, neverCame, called, leases, held, inHand, cutOff, toFormerAccount };
}

/** From here on the withdrawal meets no fault that is set for another's first call. */
async function expectHeard(withdrawn: Withdrawn) {
  await vi.waitFor(async () => expect(await heardOf(withdrawn)).toHaveLength(1), BY_ITSELF);
}

/** The withdrawals asked for here end side by side while the tests below look on. */
async function askUnderEveryFault() {
  // A payout that is refused is closed at once, so that it would meet the fault that is set for others.
  const refuse = await askUnder('create', 'refuse');
  await expectReturned(refuse);
  await sandbox.fault({ target: 'payouts', call: 'close', mode: 'refuse', times: 1 });
  const under = {
    refuse,
    'timeout-before': await askInVain('timeout-before'),
    garbage: await askInVain('garbage'),
    'timeout-after': await askUnder('create', 'timeout-after'),
    'error-after': await askUnder('create', 'error-after'),
    slow: await askUnder('create', 'slow'),
  };
  const unsaid = await askUnder('state', 'refuse');
  const askNow = () => operator('withdrawals ask', unsaid.id);
  for (const mode of ['garbage', 'error-after', 'timeout-before']) await misbehaveOnce('state', mode, askNow);
  // From here on nothing else is closed, so that the fault meets the withdrawal it is meant for.
  for (const lost of [killed.neverCame, under['timeout-before'], under.garbage]) await expectReturned(lost);
  const unclosed = await misbehaveOnce('close', 'garbage', () => askInVain('timeout-before'));
  return { under, unsaid, unclosed };
}

let killed: Awaited<ReturnType<typeof killInTheMiddle>>;
let asked: Awaited<ReturnType<typeof askUnderEveryFault>>;

beforeAll(async () => {
  killed = await killInTheMiddle();
  // From here on a worker pays out.
  await startProduct(database, {
    ROLE: 'worker',
    SANDBOX_URL: sandbox.url,
    // Shorter than the channel is slow. An answer that a busy machine is late with is asked for again.
    PROVIDER_TIMEOUT_MS: '1500',
    // No call is ever thought lost but those that the test says are.
    PROVIDER_LATE_MS: '600000',
  });
  await expectHeard(killed.held);
  asked = await askUnderEveryFault();
});

test.each(['timeout-after', 'error-after', 'slow'] as const)(
  '%s: the channel did it, so it is paid, once, by itself',
  async (mode) => expectPaid(asked.under[mode]),
);

test.each(['refuse', 'timeout-before', 'garbage'] as const)(
  '%s: the channel did not do it, so the money is back, by itself',
  async (mode) => expectReturned(asked.under[mode]),
);

test.each(['timeout-before', 'garbage'] as const)(
  '%s: a call that comes after its money was given back is refused by the channel',
  async (mode) => {
    await expectReturned(asked.under[mode]);
    expect(await createLate(asked.under[mode])).toBe('refused');
    expect(await heardOf(asked.under[mode])).toEqual([]);
  },
);

test('asked what became of payouts, the channel refuses to say, talks nonsense, breaks and is silent: none of it is an outcome', async () => {
  await expect.poll(() => heardOf(asked.unsaid), BY_ITSELF).toMatchObject([{ state: 'paid' }]);
  // Not after the pause that questions in vain have made long.
  await makeDue(asked.unsaid);
  await expectPaid(asked.unsaid);
});

test('a reference that the channel would not close is tried again, and the money is back only once it is closed', async () => {
  await expectReturned(asked.unclosed);
  expect(await createLate(asked.unclosed)).toBe('refused');
});

test('killed while the channel has the call: another worker asks, and it is paid once', async () => {
  expect(killed.called).toEqual(['called', 'called']);
  // For so long other workers would have left the withdrawals to the killed one.
  for (const seconds of killed.leases) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(2 * KILLED_WORKER_WAITS_S + 5);
  }
  await expectPaid(killed.arrived);
});

test('killed before the call came to the channel: another worker closes it, and the money is back', async () => {
  await expectReturned(killed.neverCame);
  expect(await createLate(killed.neverCame)).toBe('refused');
});

test('killed after the answer, before the channel was called: another worker calls it', async () => {
  await expectPaid(killed.held);
});

test('killed before the withdrawal was made: nothing was done', async () => {
  expect(killed.cutOff).toBe('cut off');
  expect(await mainWalletOf(product, killed.inHand)).toEqual({ amount: 1000, inTransit: 0, withdrawing: 0 });
  expect(await statementOf(product, killed.inHand)).toEqual([]);
});

test('a withdrawal to an account that is no longer the member’s goes back, and the next one goes to the new account', async () => {
  const { member, id } = killed.toFormerAccount;
  await expectReturned(killed.toFormerAccount);
  expect((await statementOf(product, member)).find((entry) => entry.id === id)).toMatchObject({
    step: 'RETURNED',
    reason: 'BANK_ACCOUNT',
  });
  const next = await ask(member, 100);
  await expect.poll(() => heardOf(next), BY_ITSELF).toMatchObject([{ bank: 'SCB' }]);
  expect((await heardOf(next))[0]?.account).not.toBe(member.registration.bankAccountNo);
  expect((await statementOf(product, member)).map(({ to }) => to)).toEqual(['SCB', 'KBANK']);
});

test('a reference that the channel knows with another content is no outcome', async () => {
  const member = await newRich();
  const id = randomUUID();
  const { bankCode: bank, bankAccountNo: account, bankAccountName: name } = member.registration;
  const reference = referenceOf({ member, id });
  await sandbox.nextPayout('silent');
  await channel.create({ reference, amount: 1_00n, currency: 'BAHT', bank, account, name });
  await withdraw(product, member, 333.33, { key: id });
  const tries = async () =>
    (await db.query<{ tries: number }>('select tries from withdrawals where id = $1', [id])).rows[0]?.tries;
  await expect.poll(tries, BY_ITSELF).toBeGreaterThanOrEqual(2);
  expect(await stateOf({ member, id })).toBe('called');
  await sandbox.decidePayout(reference, 'refused');
  await expect.poll(() => statusOf({ member, id }), BY_ITSELF).toBe('FAILED');
});

test('in the end nothing is set aside, and our books and the channel’s agree', async () => {
  const open = async () => (await db.query('select from withdrawals where next_try_at is not null')).rowCount;
  await expect.poll(open, BY_ITSELF).toBe(0);
  const { rows } = await db.query<{ paid: string }>(
    `select sum(amount)::text as paid from withdrawals where state = 'paid'`,
  );
  expect((await sandbox.books()).payouts.BAHT).toEqual({ paid: Number(rows[0]?.paid) / 100, pending: 0 });
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});
