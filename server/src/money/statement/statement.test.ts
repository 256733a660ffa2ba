import { randomUUID } from 'node:crypto';
import { dayInBangkok } from '@krapao/contract/days.ts';
import { STATEMENT_STATUSES, STATEMENT_TYPES } from '@krapao/contract/money/limits.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { IN_FULL } from '../../../../world/tier.ts';
import {
  BY_ITSELF,
  newMember,
  newPlayer,
  PATIENT,
  type Player,
  spawnProduct,
  startPayingWorld,
  startProduct,
  statementOf,
  transfer,
  withdraw,
} from '../../../test/harness.ts';
import { writeStatement } from '../../ledger/statement.ts';

const { product, sandbox, database } = await startPayingWorld();
const { db, owner } = database;
const impatient = await startProduct(database, { SANDBOX_URL: sandbox.url, ROLE: 'api' });

type Filter = { statementType?: string; from?: string; before?: string };
type Entry = { id: string; statementType: string; status: string; createdAt: string };
type Page = { total: number; statements: Entry[]; days: { day: string; in: number; out: number }[] };

async function read(member: Player, page: number, limit: number, filter: Filter = {}): Promise<Page> {
  const body = { page, limit, ...filter };
  const answer = await product.call('POST /api/statement', { token: member.token, body });
  expect({ body, status: answer.status }).toEqual({ body, status: 200 });
  return answer.body as Page;
}

const write = (member: Player, type: (typeof STATEMENT_TYPES)[number], status: (typeof STATEMENT_STATUSES)[number]) =>
  writeStatement(db, member.id, { id: randomUUID(), type, status, from: 'wallet', to: 'pg', amount: 1_00n });

async function newHistory(count: number) {
  const member = await newMember(product);
  for (let n = 0; n < count; n++) await write(member, STATEMENT_TYPES[n % 3] ?? 'deposit', 'SUCCESS');
  return member;
}

test('deposits, transfers and withdrawals are told, newest first, and each as it ends', async () => {
  const member = await newPlayer(product, { wallet: 1000, pg: 0 });
  const { bankCode, bankAccountNo, bankAccountName } = member.registration;
  const told = async () =>
    (await statementOf(product, member)).map(({ statementType, status, from, to, amount }) =>
      [statementType, status, from, to, amount].join(' '),
    );
  await sandbox.bankTransfer({
    fromBank: bankCode,
    fromAccount: bankAccountNo,
    fromName: bankAccountName,
    toBank: 'KBANK',
    toAccount: '0000000012',
    amount: 500.25,
  });
  const deposit = 'deposit SUCCESS KBANK wallet 500.25';
  await expect.poll(told, BY_ITSELF).toEqual([deposit]);

  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 12.34 });
  await sandbox.fault({ target: 'games/pg', mode: 'refuse', times: 1 });
  await transfer(product, member, { from: 'wallet', to: 'pg', amount: 5 });
  await product.call('POST /api/wallet/transferAll', { token: member.token, body: { to: 'wallet' } });
  const moved = [
    'transfer SUCCESS all wallet 12.34',
    'transfer FAILED wallet pg 5',
    'transfer SUCCESS wallet pg 12.34',
    deposit,
  ];
  expect(await told()).toEqual(moved);
  // A day is summed whole, also where the page shows a part of it; what failed counts in neither sum.
  for (const limit of [1, 100]) expect((await read(member, 1, limit)).days).toMatchObject([{ in: 500.25, out: 0 }]);
  expect((await read(member, 1, 1, { statementType: 'transfer' })).days).toMatchObject([{ in: 0, out: 0 }]);

  await sandbox.fault({ target: 'games/pg', mode: 'timeout-after', times: 1 });
  const { body } = await transfer(impatient, member, { from: 'wallet', to: 'pg', amount: 7 });
  expect(body).toMatchObject({ status: 'PENDING' });
  await withdraw(product, member, 100);
  expect((await told())[0]).toBe('withdraw PROCESSING wallet KBANK 100');
  await expect
    .poll(told, BY_ITSELF)
    .toEqual(['withdraw SUCCESS wallet KBANK 100', 'transfer SUCCESS wallet pg 7', ...moved]);

  const [newest] = await statementOf(product, member);
  expect(newest).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    statementType: 'withdraw',
    status: 'SUCCESS',
    step: 'PAID',
    endedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    from: 'wallet',
    to: 'KBANK',
    amount: 100,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    balanceAfter: expect.any(Number),
  });
});

test('a transfer whose outcome is unknown is in progress, and then what it became', async () => {
  const member = await newPlayer(product, { wallet: 100, imi: 0 });
  await sandbox.fault({ target: 'games/imi', mode: 'timeout-after', times: 1 });
  await transfer(impatient, member, { from: 'wallet', to: 'imi', amount: 7 });
  const statuses = async () => (await statementOf(product, member)).map(({ status }) => status);
  expect(await statuses()).toEqual(['PROCESSING']);
  await expect.poll(statuses, BY_ITSELF).toEqual(['SUCCESS']);
});

test('an entry that belongs to a bonus names it, and what was taken back is negative', async () => {
  const member = await newMember(product);
  const sql = `insert into statement_entries
      (member_id, id, statement_type, status, from_place, to_place, amount, linked_kind, linked_description)
    values ($1, $2, 'finish_bonus', 'SUCCESS', 'bonus', 'wallet', -12345, 'promotion', 'WELCOME50')`;
  await owner.query(sql, [member.id, randomUUID()]);
  const { statements } = await read(member, 1, 10);
  expect(statements).toMatchObject([
    { statementType: 'finish_bonus', amount: -123.45, promotion: { description: 'WELCOME50' } },
  ]);
  expect(statements[0]).not.toHaveProperty('bonus');
  // What goes from game to game neither comes from outside nor leaves.
  const across = { type: 'transfer', status: 'SUCCESS', from: 'pg', to: 'joker', amount: 1_00n } as const;
  await writeStatement(db, member.id, { ...across, id: randomUUID() });
  expect((await read(member, 1, 10)).days).toMatchObject([{ in: 0, out: 123.45 }]);
});

test('pages of every size hold every entry once, in order, and beyond the last there is nothing', async () => {
  const count = 13;
  const member = await newHistory(count);
  const { rows } = await db.query<{ id: string }>(
    'select id from statement_entries where member_id = $1 order by position desc',
    [member.id],
  );
  const all = rows.map(({ id }) => id);
  expect(all).toHaveLength(count);
  for (const limit of [...Array.from({ length: count + 1 }, (_, n) => n + 1), 100]) {
    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(count / limit); page++) {
      const { total, statements } = await read(member, page, limit);
      expect({ limit, page, total }).toEqual({ limit, page, total: count });
      seen.push(...statements.map(({ id }) => id));
    }
    expect(seen).toEqual(all);
    const beyond = Math.ceil(count / limit) + 1;
    expect(await read(member, beyond, limit)).toEqual({ total: count, statements: [], days: [] });
  }
  expect(await read(member, 1_000_000, 100)).toEqual({ total: count, statements: [], days: [] });
  expect(await read(await newMember(product), 1, 10)).toEqual({ total: 0, statements: [], days: [] });
});

test('no member reads another member’s entries', async () => {
  const [one, other] = await Promise.all([newHistory(3), newHistory(5)]);
  const ids = async (member: Player, filter: Filter = {}) =>
    (await read(member, 1, 100, filter)).statements.map(({ id }) => id);
  for (const filter of [{}, { statementType: 'deposit' }, { from: '2000-01-01T00:00:00Z' }]) {
    const [ones, others] = await Promise.all([ids(one, filter), ids(other, filter)]);
    expect(ones).not.toHaveLength(0);
    expect(new Set([...ones, ...others]).size).toBe(ones.length + others.length);
  }
  expect(await ids(one)).toHaveLength(3);
  const body = { page: 1, limit: 10 };
  expect((await product.call('POST /api/statement', { body })).status).toBe(401);
  const stranger = await product.call('POST /api/statement', {
    token: one.token,
    body: { ...body, memberId: other.id },
  });
  expect(stranger.status).toBe(400);
});

test('an entry of the very moment at which a day begins is of that day and of no other', async () => {
  const member = await newMember(product);
  // In years to come: no day that is closed already.
  const [yesterday, midnight] = ['2036-11-14T16:59:59.999Z', '2036-11-14T17:00:00.000Z'];
  for (const _ of [yesterday, midnight]) await write(member, 'deposit', 'SUCCESS');
  await owner.query(
    `update statement_entries set created_at = case position when 1 then $2::timestamptz else $3 end where member_id = $1`,
    [member.id, yesterday, midnight],
  );
  for (const type of [{}, { statementType: 'deposit' }]) {
    const times = async (filter: Filter) =>
      (await read(member, 1, 10, { ...type, ...filter })).statements.map(({ createdAt }) => createdAt);
    expect(await times({ from: midnight })).toEqual([midnight]);
    expect(await times({ before: midnight })).toEqual([yesterday]);
  }
  for (const [amount, at] of [
    [3_00, yesterday],
    [4_00, midnight],
  ])
    await owner.query(
      `insert into ledger_postings (owner, key, kind, reason, currency, from_account, to_account, amount, posted_at)
        values ($1, $2::text, 'post', 'game_result', 'BAHT', 'house:games:pg', 'game:pg', $3, $2::text::timestamptz)`,
      [member.id, at, amount],
    );
  for (const [page, day, amount] of [
    [1, '2036-11-15', 4],
    [2, '2036-11-14', 3],
  ]) {
    const body = { page, limit: 1, results: true };
    expect((await product.call('POST /api/statement', { token: member.token, body })).body).toMatchObject({
      days: [{ day, in: 1, out: 0 }],
      results: [{ day, game: 'pg', amount }],
    });
  }
});

test('the same moment in another zone is the same moment', async () => {
  const member = await newHistory(2);
  const [{ createdAt } = expect.fail('no entry')] = (await read(member, 1, 1)).statements;
  const at = new Date(createdAt);
  const inBangkok = `${new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, -1)}+07:00`;
  const page = await read(member, 1, 10, { from: at.toISOString() });
  expect(page.total).toBeGreaterThanOrEqual(1);
  expect(await read(member, 1, 10, { from: inBangkok })).toEqual(page);
});

test('a moment that no calendar here has is still before or after everything', async () => {
  const member = await newHistory(2);
  for (const moment of ['0000-01-01T00:00:00Z', '1900-01-01T00:00:00+23:59', '1999-12-31T23:59:59-23:59']) {
    expect((await read(member, 1, 10, { from: moment })).total).toBe(2);
    expect((await read(member, 1, 10, { before: moment })).total).toBe(0);
  }
  expect((await read(member, 1, 10, { before: '9999-12-31T23:59:59.999-23:59' })).total).toBe(2);
});

test.each([
  [{ page: 0 }],
  [{ page: -1 }],
  [{ page: 1.5 }],
  [{ page: '1' }],
  [{ page: 1_000_001 }],
  [{ page: null }],
  [{ limit: 0 }],
  [{ limit: 101 }],
  [{ limit: '10' }],
  [{ statementType: 'nonsense' }],
  [{ statementType: '' }],
  [{ statementType: 'DEPOSIT' }],
  [{ statementType: ['deposit'] }],
  [{ from: 'yesterday' }],
  [{ from: '' }],
  [{ from: 1763190000 }],
  [{ from: '2026-11-15' }],
  [{ from: '2026-02-30T00:00:00Z' }],
  [{ from: '2026-11-15T25:00:00Z' }],
  [{ from: '2026-12-31T23:59:60Z' }],
  [{ before: '2026-11-15T08:00:00\u0000Z' }],
  [{ before: 'infinity' }],
  [{ sort: 'amount' }],
])('%j is refused as bad input', async (wrong) => {
  const member = await bored;
  const body = { page: 1, limit: 10, ...wrong };
  const answer = await product.call('POST /api/statement', { token: member.token, body });
  expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
});
const bored = newMember(product);

/** One step of the machine's clock, back and, when the test is over, forth again. */
async function setClockBack(seconds: number): Promise<void> {
  const step = (by: number) => db.query('update clock set ahead = ahead + make_interval(secs => $1)', [by]);
  await step(-seconds);
  onTestFinished(async () => void (await step(seconds)));
}

test(
  'fifty movements at the same moment, at two nodes and while a clock is set back, are numbered without a gap, and their times never go back',
  IN_FULL,
  async () => {
    const member = await newPlayer(product, { wallet: 5000, pg: 0 });
    const before = (await read(member, 1, 1)).total;
    const environment = { ...PATIENT, SANDBOX_URL: sandbox.url, ROLE: 'api', LOG_LEVEL: 'fatal' };
    const nodes = [product, await spawnProduct(database, environment)] as const;
    const moveAll = (numbers: number[]) =>
      Promise.all(
        numbers.map((n) => {
          const node = nodes[n % 2 ? 0 : 1];
          if (n % 5 === 0) return withdraw(node, member, 100);
          if (n % 5 === 1) return node.call('POST /api/wallet/add', { token: member.token, body: { amount: 100 } });
          return transfer(node, member, { from: 'wallet', to: 'pg', amount: 1 });
        }),
      );
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const moved = await moveAll(numbers.slice(0, 25));
    await setClockBack(60 * 60);
    moved.push(...(await moveAll(numbers.slice(25))));
    for (const { status, body } of moved) expect({ status, body }).toMatchObject({ status: 200 });
    const { total, statements } = await read(member, 1, 100);
    expect(total).toBe(before + 50);
    expect(statements).toHaveLength(total);
    expect(
      statements
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    ).toEqual(statements.map(({ createdAt }) => createdAt));
    const { rows } = await db.query<{ wrong: string }>(
      `select 'position' as wrong from statement_entries where member_id = $1
        having count(*) <> max(position) or min(position) <> 1
      union all select statement_type from statement_entries where member_id = $1 group by statement_type
        having count(*) <> max(type_position) or min(type_position) <> 1
      union all select statement_type from statement_totals where member_id = $1
        and total <> (select count(*) from statement_entries entry where entry.member_id = $1
          and statement_totals.statement_type in ('', entry.statement_type))
      union all select 'time' from (select created_at, lag(created_at) over (order by position) as earlier
        from statement_entries where member_id = $1) as entry where created_at < earlier`,
      [member.id],
    );
    expect(rows).toEqual([]);
    for (const statementType of ['withdraw', 'deposit', 'transfer'])
      expect((await read(member, 1, 100, { statementType })).total).toBe(
        statements.filter((entry) => entry.statementType === statementType).length,
      );
  },
);

/** The days of the entries of a page, newest first, with the sums of all entries of the day. Each is of one baht. */
function naiveDays(shown: Entry[], all: Entry[]) {
  const dayOf = ({ createdAt }: Entry) => dayInBangkok(new Date(createdAt));
  return [...new Set(shown.map(dayOf))].map((day) => {
    const own = all.filter((entry) => dayOf(entry) === day);
    const isOut = ({ statementType }: Entry) => statementType === 'withdraw';
    const isIn = (entry: Entry) => !isOut(entry) && entry.statementType !== 'transfer';
    return {
      day,
      in: own.filter((entry) => isIn(entry) && entry.status === 'SUCCESS').length,
      out: own.filter((entry) => isOut(entry) && entry.status !== 'FAILED').length,
    };
  });
}

test('the sums of a day count only what lies within the moments asked for', async () => {
  const member = await newMember(product);
  for (const type of ['deposit', 'withdraw', 'deposit', 'withdraw', 'deposit'] as const) {
    await write(member, type, 'SUCCESS');
    await sandbox.moveClock(60);
  }
  const { statements: all } = await read(member, 1, 10);
  const [inner, from, before] = [all.slice(1, 4), all[3]?.createdAt ?? '', all[0]?.createdAt ?? ''];
  const { statements, days } = await read(member, 1, 10, { from, before });
  expect(statements).toEqual(inner);
  expect(days).toEqual(naiveDays(inner, inner));
});

test(
  'every filter of the statement lists the entries that a plain loop over the same history finds',
  IN_FULL,
  async () => {
    const types = fc.constantFrom(...STATEMENT_TYPES);
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ type: types, status: fc.constantFrom(...STATEMENT_STATUSES) }) },
      { weight: 1, arbitrary: fc.record({ advanceSeconds: fc.integer({ min: 1, max: 300 }) }) },
    );
    /** A moment near an entry (by its index) or anywhere. */
    const moment = fc.option(
      fc.record({ index: fc.nat({ max: 40 }), offsetMs: fc.constantFrom(-60_000, -1, 0, 1, 60_000) }),
      { nil: undefined, freq: 2 },
    );
    // Most pages that are asked for are there: an empty page proves little.
    const question = fc.record({
      page: fc.integer({ min: 1, max: 3 }),
      limit: fc.integer({ min: 1, max: 12 }),
      statementType: fc.option(types, { nil: undefined, freq: 2 }),
      from: moment,
      before: moment,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }),
        fc.array(question, { minLength: 12, maxLength: 12 }),
        async (history, questions) => {
          const member = await newMember(product);
          for (const one of history) {
            if ('advanceSeconds' in one) await sandbox.moveClock(one.advanceSeconds);
            else await write(member, one.type, one.status);
          }
          const { statements: all } = await read(member, 1, 100);
          const timeOf = (at: { index: number; offsetMs: number } | undefined) =>
            at && new Date(new Date(all[at.index % all.length]?.createdAt ?? 0).getTime() + at.offsetMs).toISOString();
          for (const { page, limit, statementType, ...moments } of questions) {
            const [from, before] = [timeOf(moments.from), timeOf(moments.before)];
            const filter = {
              ...(statementType && { statementType }),
              ...(from && { from }),
              ...(before && { before }),
            };
            const wanted = all.filter(
              (entry) =>
                (!statementType || entry.statementType === statementType) &&
                (!from || entry.createdAt >= from) &&
                (!before || entry.createdAt < before),
            );
            const statements = wanted.slice((page - 1) * limit, page * limit);
            expect({ page, limit, filter, ...(await read(member, page, limit, filter)) }).toEqual({
              page,
              limit,
              filter,
              total: wanted.length,
              statements,
              days: naiveDays(statements, wanted),
            });
          }
        },
      ),
      { numRuns: 12 },
    );
  },
);
