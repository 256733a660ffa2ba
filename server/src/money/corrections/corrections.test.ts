import { afterAll, expect, test } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  contents,
  mainWalletOf,
  newPlayer,
  payIn,
  startProductOnSandbox,
  statementOf,
  transfer,
} from '../../../test/harness.ts';
import { balancesOf, inMemberTransaction, problems } from '../../ledger/ledger.ts';
import { listen } from '../../platform/listen.ts';
import { WALLET_CHANGED } from '../../platform/wallet-changes.ts';

const { product, database } = await startProductOnSandbox();
const { db } = database;
const operator = operatorOf(db);

const accountsOf = async ({ id }: { id: string }) => {
  const balances = await balancesOf(db, id);
  return { main: balances.get('main') ?? 0n, owed: balances.get('owed') ?? 0n };
};
/** The members whose screens were sent word, in order. */
const announced: string[] = [];
const channels = { [WALLET_CHANGED]: (ids: string) => announced.push(...ids.split(',')) };
const { promise: hears, resolve: onListening } = Promise.withResolvers<void>();
const listening = listen(database.url, { channels, onListening }, product.app.log);
afterAll(() => listening.stop());
await hears;
const idIn = (answer: string) => /[0-9a-f-]{36}/.exec(answer)?.[0] ?? expect.fail(answer);

test('a credit and a debit are told on the statement as corrections by the service, with the balance after them', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  expect(await operator('correct credit', member.id, '50.25')).toContain(`${member.id} has 50.25 BAHT more`);
  expect(await operator('correct debit', member.id, '120')).toContain(`120.00 was taken from ${member.id}.`);
  const [debit, credit] = await statementOf(product, member);
  expect(credit).toMatchObject({
    statementType: 'deposit',
    from: 'service',
    to: 'wallet',
    amount: 50.25,
    balanceAfter: 150.25,
  });
  expect(debit).toMatchObject({
    statementType: 'withdraw',
    from: 'wallet',
    to: 'service',
    amount: 120,
    balanceAfter: 30.25,
  });
  expect((await mainWalletOf(product, member)).amount).toBe(30.25);
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test('what the main wallet does not have, the member owes, and a reversed debit forgives the debt and gives the rest back', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  const debit = await operator('correct debit', member.id, '250');
  expect(debit).toContain(`100.00 was taken from ${member.id}, who owes 150.00.`);
  expect(await accountsOf(member)).toEqual({ main: 0n, owed: -15_000n });
  await operator('correct reverse', idIn(debit));
  expect(await accountsOf(member)).toEqual({ main: 10_000n, owed: 0n });
  await expect(operator('correct reverse', idIn(debit))).rejects.toThrow('is put right by');
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
});

test.each([
  ['a part', 60, { main: 0n, owed: -9_000n }, 16_000n],
  ['all', 150, { main: 0n, owed: 0n }, 25_000n],
  ['all, beside other money,', 200, { main: 5_000n, owed: 0n }, 30_000n],
] as const)(
  'a debit is reversed after %s of its debt was collected: what was collected is given back',
  async (_, paidIn, collected, main) => {
    const member = await newPlayer(product, { wallet: 100 });
    const debit = idIn(await operator('correct debit', member.id, '250'));
    await payIn(db, member, paidIn);
    await operator('debts collect', member.id);
    expect(await accountsOf(member)).toEqual(collected);
    await operator('correct reverse', debit);
    expect(await accountsOf(member)).toEqual({ main, owed: 0n });
    expect(await problems(db)).toEqual([]);
    expect(await unexplained(db)).toEqual([]);
  },
);

test('a reversed debit forgives no more than its own debt', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  const debit = idIn(await operator('correct debit', member.id, '150'));
  await operator('correct debit', member.id, '30');
  expect(await accountsOf(member)).toEqual({ main: 0n, owed: -8_000n });
  await operator('correct reverse', debit);
  expect(await accountsOf(member)).toEqual({ main: 10_000n, owed: -3_000n });
});

test('every correction, and every debt that is collected, is announced to the screens of its member alone', async () => {
  const member = await newPlayer(product, { wallet: 0 });
  announced.length = 0;
  const debit = idIn(await operator('correct debit', member.id, '40'));
  await operator('correct credit', member.id, '30');
  await operator('debts collect', member.id);
  await operator('correct reverse', debit);
  await expect.poll(() => announced, BY_ITSELF).toEqual(Array(4).fill(member.id));
});

test('a debit of an empty wallet is owed as a whole: it takes nothing, gives nothing back, and is on no statement', async () => {
  const member = await newPlayer(product, { wallet: 0 });
  const debit = await operator('correct debit', member.id, '40');
  expect(await accountsOf(member)).toEqual({ main: 0n, owed: -4_000n });
  await operator('correct reverse', idIn(debit));
  expect(await accountsOf(member)).toEqual({ main: 0n, owed: 0n });
  expect(await statementOf(product, member)).toEqual([]);
});

test('a correction that operators reverse twice at the same moment is reversed once', async () => {
  const member = await newPlayer(product, { wallet: 100 });
  const debit = idIn(await operator('correct debit', member.id, '40'));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let reversals: Promise<unknown>[] = [];
  await inMemberTransaction(db, member.id, async () => {
    reversals = [1, 2].map(() => operator('correct reverse', debit));
    await expect.poll(async () => (await db.query(waiting)).rowCount, BY_ITSELF).toBe(2);
  });
  const outcomes = await Promise.allSettled(reversals);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await accountsOf(member)).toEqual({ main: 10_000n, owed: 0n });
});

test('a member who owes more than the main wallet has can bring money home, and take none out of there', async () => {
  const member = await newPlayer(product, { wallet: 10, pg: 50, joker: 5 });
  await operator('correct debit', member.id, '100');
  await operator('correct credit', member.id, '20');
  const owed = { status: 422, body: { message: 'MONEY_OWED' } };
  expect(await transfer(product, member, { from: 'wallet', to: 'joker', amount: 1 })).toMatchObject(owed);
  expect(await transfer(product, member, { from: 'pg', to: 'joker', amount: 20 })).toMatchObject({ status: 200 });
  expect(await transfer(product, member, { from: 'pg', to: 'wallet', amount: 30 })).toMatchObject({ status: 200 });
  expect(await accountsOf(member)).toEqual({ main: 5_000n, owed: -9_000n });
});

test('a reversed credit that was spent leaves a debt of what is missing', async () => {
  const member = await newPlayer(product, { wallet: 0 });
  const credit = idIn(await operator('correct credit', member.id, '80'));
  await operator('correct debit', member.id, '30');
  await operator('correct reverse', credit);
  expect(await accountsOf(member)).toEqual({ main: 0n, owed: -3_000n });
  const listed = (await operator('correct list', member.id)).split('\n');
  expect(listed.map((line) => /(?:credit|debit) of \S+ BAHT/.exec(line)?.[0])).toEqual([
    'debit of 80.00 BAHT',
    'debit of 30.00 BAHT',
    'credit of 80.00 BAHT',
  ]);
  expect(listed[2]).toContain('credit of 80.00 BAHT  put right by');
});

test.each(['0', '-5', '1.001', 'much', ''])('an amount of "%s" is refused, and changes nothing', async (amount) => {
  const member = await newPlayer(product, { wallet: 10 });
  const before = await contents(db);
  for (const act of ['correct credit', 'correct debit'])
    await expect(operator(act, member.id, amount)).rejects.toThrow('Say how much');
  expect(await contents(db)).toEqual(before);
});

test('the database keeps every other account of a member above nought, and a debt below it', async () => {
  const { id } = await newPlayer(product, { wallet: 10 });
  const move = (from: string, to: string) =>
    db.query(`select ledger_post($1, 'law/' || $2, 'post', 'test', 'BAHT', $2, $3, 5000, '{}')`, [id, from, to]);
  await expect(move('main', 'house:demo')).rejects.toThrow('ledger_not_below_zero');
  await expect(move('house:demo', 'owed')).rejects.toThrow('ledger_not_below_zero');
  await move('owed', 'house:demo');
});
