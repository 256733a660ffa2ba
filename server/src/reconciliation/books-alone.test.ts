import { expect, test, vi } from 'vitest';
import { liveABusyDay } from '../../test/busy-day.ts';
import { BY_ITSELF, PATIENT, startPayingWorld, startProduct, transfer, withdraw } from '../../test/harness.ts';
import { bookDifferences, openFindings as open } from './findings.queries.ts';

/** What the books alone tell. Nothing is posted by hand here but what a test calls tampering. */
const world = await startPayingWorld();
const { product, sandbox, database } = world;
const { db } = database;
const { malee, khamla, stranger, operator } = await liveABusyDay(world);

const openFindings = async () => (await open(db, 100)).findings;
const NO_FINDING = /^There is no finding\.\n/;
const found = async () => {
  await operator('reconcile');
  return (await openFindings()).map(({ kind, subject, currency, expected, found }) => ({
    kind,
    subject,
    currency,
    expected,
    found,
  }));
};

test('after a busy day in both currencies there is no finding', async () => {
  expect(await operator('reconcile')).toMatch(NO_FINDING);
  expect(await bookDifferences(db)).toEqual([]);
  expect(await operator('ledger check')).toMatch(/^The books are right/);
});

test('movements under way are no finding: a transfer whose outcome is unknown, a withdrawal that the channel has', async () => {
  const hasty = await startProduct(database, {
    ...PATIENT,
    PROVIDER_TIMEOUT_MS: '300',
    SANDBOX_URL: sandbox.url,
    ROLE: 'api',
  });
  await sandbox.fault({ target: 'games/pg', call: 'status', mode: 'garbage' });
  await sandbox.fault({ target: 'games/pg', call: 'move-in', mode: 'timeout-before', times: 1 });
  expect(await transfer(hasty, malee, { from: 'wallet', to: 'pg', amount: 7 })).toMatchObject({
    body: { status: 'PENDING' },
  });
  await sandbox.nextPayout('silent');
  expect((await withdraw(product, malee, 100)).status).toBe(200);
  await vi.waitFor(
    async () => expect((await db.query(`select from withdrawals where state = 'called'`)).rowCount).toBe(1),
    BY_ITSELF,
  );
  // Workers leave both alone from here on: what tests tamper with below must not go on by itself.
  for (const table of ['transfers', 'withdrawals'])
    await db.query(`update ${table} set next_try_at = now() + interval '1 day' where next_try_at is not null`);
  expect(await found()).toEqual([]);
  const { rows } = await db.query<{ name: string; balance: bigint }>(
    `select name, balance from ledger_accounts where member_id = $1 and name in ('in_transit', 'held_for_bank') order by 1`,
    [malee.id],
  );
  expect(rows).toEqual([
    { name: 'held_for_bank', balance: 100_00n },
    { name: 'in_transit', balance: 7_00n },
  ]);
});

const one = async (sql: string, values: unknown[] = []): Promise<string> => {
  const { rows } = await db.query<{ value: unknown }>(sql, values);
  return String(rows[0]?.value ?? expect.fail(`nothing: ${sql}`));
};
const post = (
  key: string,
  from: string,
  to: string,
  amount: number,
  member = malee,
  currency = 'BAHT',
  reason = 'deposit',
) =>
  `select ledger_post('${member.id}', '${key}', 'post', '${reason}', '${currency}', '${from}', '${to}', ${amount}, '{}')`;
const takeBack = (key: string, member = malee) =>
  `select ledger_undo('${member.id}', '${key}/undone', 'reverse', '${key}', '{}')`;
const pending = `member_id = '${malee.id}' and state = 'called'`;
const lastPaid = `(select id from withdrawals where member_id = '${malee.id}' and state = 'paid' limit 1)`;
const credited = await one(`select min(id) as value from payments where member_id = $1`, [malee.id]);
const leg = () =>
  one(
    `select 'transfer/' || member_id || '/' || transfer_id || '/' || position as value from transfer_legs
    where member_id = $1 and state in ('called', 'refused') and amount = 700`,
    [malee.id],
  );
const promotion = () =>
  one(`select 'condition/' || member_id || '/' || id as value from conditions where kind = 'promotion'`);

type Tampering = {
  sql: string;
  mend: string;
  finding: () => Promise<object> | object;
};
const TAMPERINGS: Record<string, Tampering> = {
  'a credit of a payment that is nobody’s': {
    sql: post('payment/of-nobody', 'house:payments:kbank:0000000012', 'main', 50_000_00),
    mend: takeBack('payment/of-nobody'),
    finding: () => ({ kind: 'payment', subject: 'payment/of-nobody', expected: 0n, found: 50_000_00n }),
  },
  'a credit in kip of a payment that does not exist': {
    sql: post('payment/999999', 'house:suspense:bcel:0000000000015', 'main', 600_000_00, khamla, 'LAK'),
    mend: takeBack('payment/999999', khamla),
    finding: () => ({ kind: 'payment', subject: 'payment/999999', currency: 'LAK', expected: 0n, found: 600_000_00n }),
  },
  'a posting for no cause at all': {
    sql: post('gift/1', 'house:games:pg', 'main', 5_00, malee, 'BAHT', 'gift'),
    mend: takeBack('gift/1'),
    finding: () => ({ kind: 'posting', subject: 'gift/1', expected: 0n, found: 5_00n }),
  },
  'a payment that is given to a member without a credit': {
    sql: `update payments set member_id = '${malee.id}', credited_at = now() where id = ${stranger.waits}`,
    mend: `update payments set member_id = null, credited_at = null where id = ${stranger.waits}`,
    finding: () => ({ kind: 'payment', subject: `payment/${stranger.waits}`, expected: 41_00n, found: 0n }),
  },
  'a payment whose amount was changed': {
    sql: `update payments set amount = amount + 1 where id = ${credited}`,
    mend: `update payments set amount = amount - 1 where id = ${credited}`,
    finding: () => ({ kind: 'payment', subject: `payment/${credited}`, expected: 1_000_01n, found: 1_000_00n }),
  },
  'a payment that was given to another member than the credited one': {
    sql: `update payments set member_id = '${stranger.owner.id}' where id = ${credited}`,
    mend: `update payments set member_id = '${malee.id}' where id = ${credited}`,
    finding: () => ({ kind: 'payment', subject: `payment/${credited}` }),
  },
  'a leg set to refused by hand': {
    sql: `update transfer_legs set state = 'refused' where ${pending}`,
    mend: `update transfer_legs set state = 'called' where member_id = '${malee.id}' and state = 'refused' and amount = 700`,
    finding: async () => ({ kind: 'transfer', subject: await leg(), expected: 0n, found: 7_00n }),
  },
  'a leg set to done by hand': {
    sql: `update transfer_legs set state = 'done' where ${pending}`,
    mend: `update transfer_legs set state = 'called' where member_id = '${malee.id}' and state = 'done' and amount = 700`,
    finding: async () => ({ kind: 'transfer', expected: 7_00n, found: 0n }),
  },
  'a paid withdrawal whose row says that it came back': {
    sql: `update withdrawals set state = 'returned' where id = ${lastPaid}`,
    mend: `update withdrawals set state = 'paid' where member_id = '${malee.id}' and state = 'returned' and amount = 20000`,
    finding: () => ({ kind: 'withdrawal', expected: 0n, found: -200_00n }),
  },
  'an open withdrawal that was ended by hand': {
    sql: `update withdrawals set state = 'returned', finished_at = now(), next_try_at = null where ${pending}`,
    mend: `update withdrawals set state = 'called', finished_at = null, next_try_at = now() + interval '1 day'
      where member_id = '${malee.id}' and state = 'returned' and amount = 10000`,
    finding: () => ({ kind: 'withdrawal', expected: 0n, found: 100_00n }),
  },
  'a reward that is larger in its condition than in the books': {
    sql: `update conditions set credit = credit + 100, start = start + 100 where kind = 'promotion'`,
    mend: `update conditions set credit = credit - 100, start = start - 100 where kind = 'promotion'`,
    finding: async () => ({ kind: 'reward', subject: await promotion(), expected: 51_00n, found: 50_00n }),
  },
  'a reward without a condition': {
    sql: post(`condition/${malee.id}/none/grant`, 'house:rewards:bonus', 'main', 9_00, malee, 'BAHT', 'reward'),
    mend: takeBack(`condition/${malee.id}/none/grant`),
    finding: () => ({ kind: 'reward', subject: `condition/${malee.id}/none`, expected: 0n, found: 9_00n }),
  },
  'frozen money of no dispute': {
    sql: post(`dispute/${credited}/freeze`, 'main', 'frozen', 3_00, malee, 'BAHT', 'freeze'),
    mend: takeBack(`dispute/${credited}/freeze`),
    finding: () => ({ kind: 'payment', subject: `payment/${credited}`, expected: 0n, found: 3_00n }),
  },
  'late money that the game account does not know': {
    sql: post(`late/${malee.id}/pg/999`, 'house:games:pg', 'house:late:pg', 4_00, malee, 'BAHT', 'late'),
    mend: takeBack(`late/${malee.id}/pg/999`),
    finding: () => ({ kind: 'late money', subject: `late/${malee.id}/pg`, expected: 0n, found: 4_00n }),
  },
  'a game result of an account that the member never opened': {
    sql: post(`game-result/${malee.id}/imi/0`, 'house:games:imi', 'game:imi', 8_00, malee, 'BAHT', 'game_result'),
    mend: takeBack(`game-result/${malee.id}/imi/0`),
    finding: () => ({ kind: 'posting', subject: `game-result/${malee.id}/imi/0`, expected: 0n, found: 8_00n }),
  },
};

test.each(Object.entries(TAMPERINGS))(
  '%s is exactly one finding, and it is over once it is put right',
  async (_, { sql, mend, finding }) => {
    await db.query(sql);
    const wanted = await finding();
    const seen = await found();
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject(wanted);
    await db.query(mend);
    expect(await found()).toEqual([]);
  },
);

test('a finding that comes back is the same one, open again', async () => {
  const { sql, mend } = TAMPERINGS['a payment whose amount was changed'] ?? expect.fail();
  const opened = async (change: string) => {
    await db.query(change);
    await found();
    return openFindings();
  };
  const [first] = await opened(sql);
  expect(await opened(mend)).toEqual([]);
  const [again] = await opened(sql);
  expect(again).toMatchObject({ id: first?.id, first_seen_at: first?.first_seen_at, ended_at: null });
  expect(await opened(mend)).toEqual([]);
});

test('a finding has an owner; about money that still differs it ends with two operators only, and stays ended until it changes', async () => {
  await db.query(`update payments set amount = amount + 5 where id = ${credited}`);
  await found();
  const [finding] = await openFindings();
  const id = String(finding?.id);
  expect(await operator('findings take', id)).toBe(`Finding ${id} is a tester's.`);
  expect(await operator('findings list')).toMatch(
    new RegExp(`^${id}  payment  the books  payment/${credited}  .*\\(a tester\\)\\n1 in all\\.$`),
  );
  await operator('findings end', id, 'a fee of the bank');
  const { rows } = await db.query('select act, operator, second from audit_log order by id desc limit 1');
  expect(rows).toEqual([{ act: 'findings end', operator: 'a tester', second: 'another tester' }]);
  expect(await found()).toEqual([]);
  await db.query(`update payments set amount = amount + 1 where id = ${credited}`);
  expect(await found()).toMatchObject([{ subject: `payment/${credited}`, expected: 1_000_06n }]);
  await db.query(`update payments set amount = amount - 6 where id = ${credited}`);
  expect(await found()).toEqual([]);
  await expect(operator('findings end', id, 'again')).rejects.toThrow(`No finding ${id} is open`);
});

test('a finding that two operators have accepted, that was over and is back with the same figures, is open again', async () => {
  const differs = () => db.query(`update payments set amount = amount + 5 where id = ${credited}`);
  await differs();
  const accepted = await found();
  const [finding] = await openFindings();
  await operator('findings end', String(finding?.id), 'a fee of the bank');
  expect(await found()).toEqual([]);
  const mend = () => db.query(`update payments set amount = amount - 5 where id = ${credited}`);
  await mend();
  expect(await found()).toEqual([]);
  await differs();
  expect(await found()).toEqual(accepted);
  await mend();
  expect(await found()).toEqual([]);
});

test('two comparisons at the same time find a difference once', async () => {
  await db.query(`update payments set amount = amount + 1 where id = ${credited}`);
  await Promise.all(Array.from({ length: 5 }, () => operator('reconcile')));
  expect(await openFindings()).toHaveLength(1);
  await db.query(`update payments set amount = amount - 1 where id = ${credited}`);
  await Promise.all(Array.from({ length: 5 }, () => operator('reconcile')));
  expect(await openFindings()).toEqual([]);
});

test('the trial balance is zero in each currency, and the funds of members are what the books owe them', async () => {
  const trial = await operator('books trial');
  expect(trial).toMatch(/^all {2}0\.00 BAHT$/m);
  expect(trial).toMatch(/^all {2}0\.00 LAK$/m);
  expect(trial).toMatch(/^house:payouts {2}200\.00 BAHT$/m);
  expect(trial).toMatch(/^members:held_for_bank {2}100\.00 BAHT$/m);
  const funds = await operator('books funds');
  expect(funds).toMatch(/^owed {2}game:joker {2}80,000\.00 LAK$/m);
  expect(funds).toMatch(/^held {2}bcel:0000000000015 {2}300,000\.00 LAK$/m);
  expect(funds).toMatch(/^held 200,000\.00, owed 180,000\.00, the service's own 20,000\.00 LAK$/m);
});
