import { expect, test, vi } from 'vitest';
import { operatorOf } from '../../../../world/operators.ts';
import { unexplained } from '../../../test/books.ts';
import {
  BY_ITSELF,
  mainWalletOf,
  newPlayer,
  payIn,
  startPayingWorld,
  statementOf,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import { problems } from '../../ledger/ledger.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db } = database;
const operator = operatorOf(db);

type Withdrawn = { member: Awaited<ReturnType<typeof newPlayer>>; id: string };
/** The withdrawals of other tests are not asked about meanwhile, so that the lie is told about this one's. */
const leaveOthers = () => db.query(`update withdrawals set ask_again_at = ask_again_at + interval '1 hour'`);
const lie = async (name: string, times: number) => {
  await leaveOthers();
  await sandbox.lie({ target: 'payouts', lie: name, times });
};
const referenceOf = ({ member, id }: Withdrawn) => `${member.id}-${id.replaceAll('-', '')}`;

async function ask(member: Withdrawn['member'], amount: number): Promise<Withdrawn> {
  const { status, body } = await withdraw(product, member, amount);
  expect(status).toBe(200);
  return { member, id: (body as { id: string }).id };
}
const askNew = async (amount = 3_000) => ask(await newPlayer(product, { wallet: amount, pg: 0 }), amount);
const entryOf = async ({ member, id }: Withdrawn) =>
  (await statementOf(product, member)).find((entry) => entry.id === id) ?? expect.fail('no entry');
const expectEntry = (withdrawn: Withdrawn, entry: object) =>
  vi.waitFor(async () => expect(await entryOf(withdrawn)).toMatchObject(entry), BY_ITSELF);
const PAID = { status: 'SUCCESS', step: 'PAID' };
const RETURNED = { status: 'FAILED', step: 'RETURNED', reason: 'BANK' };
const expectPaid = (withdrawn: Withdrawn) => expectEntry(withdrawn, PAID);
const stateOf = async ({ id }: Withdrawn) =>
  (await db.query<{ state: string }>('select state from withdrawals where id = $1', [id])).rows[0]?.state;
type Watch = { asked: number; is_asked: boolean };
const watchOf = async ({ id }: Withdrawn) => {
  const sql = 'select tries as asked, ask_again_at is not null as is_asked from withdrawals where id = $1';
  return (await db.query<Watch>(sql, [id])).rows[0] ?? expect.fail('no row');
};
/** As if the pause before the next question was over. */
const askAgainNow = ({ id }: Withdrawn) =>
  db.query('update withdrawals set ask_again_at = clock_timestamp() where id = $1 and ask_again_at is not null', [id]);
/** As if the channel had told another outcome for so much longer. */
const letToldBe = ({ id }: Withdrawn, time: string) =>
  db.query(
    `update withdrawals set told_otherwise_at = told_otherwise_at - $2::interval
      where id = $1 and told_otherwise_at is not null`,
    [id, time],
  );
async function askedAgain(withdrawn: Withdrawn) {
  const { asked } = await watchOf(withdrawn);
  await askAgainNow(withdrawn);
  const isPutOff = `select from withdrawals where id = $1
    and (ask_again_at is null or ask_again_at > clock_timestamp() + interval '50 seconds')`;
  await vi.waitFor(async () => {
    expect((await watchOf(withdrawn)).asked).toBeGreaterThan(asked);
    expect((await db.query(isPutOff, [withdrawn.id])).rowCount).toBe(1);
  }, BY_ITSELF);
}
const payoutOf = async (withdrawn: Withdrawn) =>
  (await sandbox.payouts()).find(({ reference }) => reference === referenceOf(withdrawn));
const owes = async ({ member }: Withdrawn) => (await mainWalletOf(product, member)).owed ?? 0;

/** Returned to the member, and paid by the channel after all: the member owes it. */
async function paidTwice(amount = 3_000): Promise<Withdrawn> {
  await leaveOthers();
  await sandbox.lie({ target: 'payouts', lie: 'refused though paid' });
  const withdrawn = await askNew(amount);
  await expectEntry(withdrawn, RETURNED);
  await sandbox.honest({ target: 'payouts', lie: 'refused though paid' });
  await vi.waitFor(async () => expect(await payoutOf(withdrawn)).toMatchObject({ state: 'paid' }), BY_ITSELF);
  await askedAgain(withdrawn);
  await expectEntry(withdrawn, { status: 'FAILED', step: 'RETURNED', reason: 'PAID_TWICE' });
  return withdrawn;
}

test('a payout that the channel rejects and makes nevertheless is paid once, and its money is not given back', async () => {
  await lie('rejected though taken', 1);
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
  expect(await payoutOf(withdrawn)).toMatchObject({ state: 'paid' });
});

test('a payout that the channel refuses in state and close, and makes, is paid once, and its money is not given back', async () => {
  await lie('refused though paid', 2);
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 0, inTransit: 0, withdrawing: 0 });
  expect(await payoutOf(withdrawn)).toMatchObject({ state: 'paid' });
});

test('a paid withdrawal that the bank sends back is in the main wallet again, and the member is told so', async () => {
  const withdrawn = await askNew(2_500.25);
  await expectPaid(withdrawn);
  await lie('bounces', 1);
  await askedAgain(withdrawn);
  expect(await entryOf(withdrawn)).toMatchObject(PAID);
  await letToldBe(withdrawn, '15 minutes');
  await askAgainNow(withdrawn);
  await expectEntry(withdrawn, { status: 'FAILED', step: 'RETURNED', reason: 'BOUNCED' });
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 2_500.25, inTransit: 0, withdrawing: 0 });
  expect(await watchOf(withdrawn)).toMatchObject({ is_asked: false });
  await expectPaid(await ask(withdrawn.member, 2_500));
});

test('attack: a channel that for minutes tells a paid withdrawal as refused, in state and close, returns nothing', async () => {
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  await leaveOthers();
  await sandbox.lie({ target: 'payouts', lie: 'refused though paid' });
  await askedAgain(withdrawn);
  await letToldBe(withdrawn, '14 minutes');
  await askedAgain(withdrawn);
  expect(await entryOf(withdrawn)).toMatchObject(PAID);
  await sandbox.honest({ target: 'payouts', lie: 'refused though paid' });
  await askedAgain(withdrawn);
  await sandbox.lie({ target: 'payouts', lie: 'refused though paid' });
  await askedAgain(withdrawn);
  await sandbox.honest({ target: 'payouts', lie: 'refused though paid' });
  expect(await entryOf(withdrawn)).toMatchObject(PAID);
  expect(await mainWalletOf(product, withdrawn.member)).toMatchObject({ amount: 0 });
});

test('one wrong answer about a paid withdrawal returns nothing', async () => {
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  await lie('refused though paid', 1);
  await askedAgain(withdrawn);
  await askedAgain(withdrawn);
  expect(await entryOf(withdrawn)).toMatchObject(PAID);
  expect(await mainWalletOf(product, withdrawn.member)).toMatchObject({ amount: 0 });
});

test('silence, nonsense and "not found" about a finished withdrawal are no news, and the pauses grow', async () => {
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  await leaveOthers();
  for (const mode of ['garbage', 'refuse', 'error-after']) {
    await sandbox.fault({ target: 'payouts', call: 'state', mode, times: 1 });
    await askedAgain(withdrawn);
  }
  expect(await entryOf(withdrawn)).toMatchObject(PAID);
  const wait = `select extract(epoch from ask_again_at - clock_timestamp())::float8 as seconds from withdrawals where id = $1`;
  const seconds = (await db.query<{ seconds: number }>(wait, [withdrawn.id])).rows[0]?.seconds ?? 0;
  expect(seconds).toBeGreaterThan(180);
  expect(seconds).toBeLessThanOrEqual(240);
});

test('after three days a finished withdrawal is asked about no more', async () => {
  const withdrawn = await askNew();
  await expectPaid(withdrawn);
  const left = `select extract(epoch from ask_until - clock_timestamp())::float8 / 3600 as hours from withdrawals where id = $1`;
  expect((await db.query<{ hours: number }>(left, [withdrawn.id])).rows[0]?.hours).toBeCloseTo(72, 0);
  await db.query('update withdrawals set ask_until = clock_timestamp() where id = $1', [withdrawn.id]);
  await askAgainNow(withdrawn);
  await vi.waitFor(async () => expect(await watchOf(withdrawn)).toMatchObject({ is_asked: false }), BY_ITSELF);
});

test('a returned withdrawal that was paid after all is owed: it is shown, is in no total, and stops no money beyond its amount', async () => {
  const withdrawn = await paidTwice();
  const { member } = withdrawn;
  expect(await mainWalletOf(product, member)).toEqual({ amount: 3_000, inTransit: 0, withdrawing: 0, owed: 3_000 });
  expect(await operator('debts list')).toContain(`${member.id}  owes 3,000.00 BAHT, has 3,000.00 in the main wallet`);

  const owed = { status: 422, body: { message: 'MONEY_OWED' } };
  const promotion = await product.call('GET /api/promotion/activate/WELCOME50', { token: member.token });
  expect(promotion).toMatchObject(owed);
  expect(await withdraw(product, member, 100)).toMatchObject(owed);
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 1 })).toMatchObject(owed);
  const everything = { token: member.token, body: { to: 'pg' } };
  expect(await product.call('POST /api/wallet/transferAll', everything)).toMatchObject(owed);

  await payIn(db, member, 500);
  expect(await transfer(product, member, { from: 'wallet', to: 'pg', amount: 200.01 })).toMatchObject({ status: 200 });
  expect(await withdraw(product, member, 300)).toMatchObject(owed);
  const next = await ask(member, 299.99);
  expect(await entryOf(next)).toMatchObject({ step: 'CHECKING' });
  expect(await operator('withdrawals list')).toMatch(new RegExp(`${next.id}.*: a debt`));
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 3_000, owed: 3_000 });
});

test('money that is brought home to withdraw it does not leave while the member owes it', async () => {
  const withdrawn = await paidTwice();
  await payIn(db, withdrawn.member, 500);
  expect(await transfer(product, withdrawn.member, { from: 'wallet', to: 'pg', amount: 500 })).toMatchObject({
    status: 200,
  });
  await db.query(`update game_accounts set moved_at = moved_at - interval '1 hour' where member_id = $1`, [
    withdrawn.member.id,
  ]);
  const all = await withdraw(product, withdrawn.member, 3_500, { all: true });
  expect(all).toMatchObject({ status: 422, body: { message: 'MONEY_OWED' } });
  expect(await mainWalletOf(product, withdrawn.member)).toMatchObject({ amount: 3_500, withdrawing: 0, owed: 3_000 });
});

test('an operator takes the owed amount as far as the member has it, once, and the statement shows it', async () => {
  const withdrawn = await paidTwice(1_000);
  const { member } = withdrawn;
  await expect(operator('debts collect', (await newPlayer(product)).id)).rejects.toThrow('owes nothing');
  await db.query(`select ledger_post($1, 'spent/' || $1, 'post', 'test', 'BAHT', 'main', 'house:demo', 60000, '{}')`, [
    member.id,
  ]);
  expect(await operator('debts collect', member.id)).toBe(
    `400.00 BAHT was taken from ${member.id}, who owes 600.00 now.`,
  );
  await expect(operator('debts collect', member.id)).rejects.toThrow('has nothing in the main wallet');
  expect(await mainWalletOf(product, member)).toMatchObject({ amount: 0, owed: 600 });
  const [newest] = await statementOf(product, member);
  expect(newest).toMatchObject({ statementType: 'withdraw', status: 'SUCCESS', to: 'service', amount: 400 });
  await payIn(db, member, 700);
  await operator('debts collect', member.id);
  expect(await mainWalletOf(product, member)).toEqual({ amount: 100, inTransit: 0, withdrawing: 0 });
  expect(await owes(withdrawn)).toBe(0);
});

test('the owed account of a member is never above zero, and no other account of a member is below zero', async () => {
  const { id } = await newPlayer(product, { wallet: 10 });
  const move = (from: string, to: string) =>
    db.query(`select ledger_post($1, $2, 'post', 'test', 'BAHT', $3, $4, 1100, '{}')`, [
      id,
      `law/${from}/${to}`,
      from,
      to,
    ]);
  await expect(move('house:demo', 'owed')).rejects.toThrow('ledger_not_below_zero');
  await expect(move('main', 'house:demo')).rejects.toThrow('ledger_not_below_zero');
  await move('owed', 'house:demo');
  await expect(move('main', 'owed')).rejects.toThrow('ledger_not_below_zero');
});

test('a payout that the channel says nothing about is ended by an operator with proof, either way', async () => {
  for (const [name, end, left] of [
    ['withdrawals return', RETURNED, 400],
    ['withdrawals paid', PAID, 0],
  ] as const) {
    await sandbox.nextPayout('silent');
    const withdrawn = await askNew(400);
    await vi.waitFor(async () => expect(await stateOf(withdrawn)).toBe('called'), BY_ITSELF);
    await expect(operator(name, withdrawn.member.id, withdrawn.id, '  ')).rejects.toThrow('Give the proof');
    await operator(name, withdrawn.member.id, withdrawn.id, 'KBANK statement of 16 November, line 12');
    expect(await entryOf(withdrawn)).toMatchObject(end);
    expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: left, inTransit: 0, withdrawing: 0 });
    await expect(operator(name, withdrawn.member.id, withdrawn.id, 'again')).rejects.toThrow('Nothing was changed');
    // The proof was right about one of them and wrong about the other: the channel is still asked.
    await sandbox.decidePayout(referenceOf(withdrawn), 'paid');
    await askedAgain(withdrawn);
    expect(await owes(withdrawn)).toBe(left);
  }
});

test('an operator books a bounce that only the bank’s statement shows, once', async () => {
  const withdrawn = await askNew(700);
  const bounced = () => operator('withdrawals bounced', withdrawn.member.id, withdrawn.id, 'line 7');
  await expectPaid(withdrawn);
  await bounced();
  await expect(bounced()).rejects.toThrow(`Nothing was changed: withdrawal ${withdrawn.id} is returned.`);
  expect(await mainWalletOf(product, withdrawn.member)).toEqual({ amount: 700, inTransit: 0, withdrawing: 0 });
  expect(await entryOf(withdrawn)).toMatchObject({ status: 'FAILED', step: 'RETURNED', reason: 'BOUNCED' });
});

test('a returned withdrawal that only the bank’s statement shows as paid is owed once; a withdrawal that never left is not', async () => {
  await sandbox.nextPayout('refused');
  const withdrawn = await askNew(600);
  const paid = (of: Withdrawn) => operator('withdrawals paid', of.member.id, of.id, 'line 9');
  await vi.waitFor(async () => expect(await entryOf(withdrawn)).toMatchObject(RETURNED), BY_ITSELF);
  await paid(withdrawn);
  await expect(paid(withdrawn)).rejects.toThrow('Nothing was changed');
  expect(await owes(withdrawn)).toBe(600);
  expect(await entryOf(withdrawn)).toMatchObject({ reason: 'PAID_TWICE' });

  const refused = await askNew(25_000);
  await vi.waitFor(async () => expect(await stateOf(refused)).toBe('checking'), BY_ITSELF);
  await operator('withdrawals refuse', refused.member.id, refused.id, 'CONTACT');
  await expect(paid(refused)).rejects.toThrow('Nothing was changed');
  expect(await owes(refused)).toBe(0);
});

test('in the end the books are right, and the house has paid what members got and owe', async () => {
  expect(await problems(db)).toEqual([]);
  expect(await unexplained(db)).toEqual([]);
  const { rows } = await db.query<{ told: string; booked: string }>(
    `select (select sum(amount) from withdrawals where state = 'paid' or returned_why = 'PAID_TWICE')::text as told,
      (select sum(balance) from house_balances where name = 'house:payouts')::text as booked`,
  );
  expect(rows[0]?.booked).toBe(rows[0]?.told);
});
