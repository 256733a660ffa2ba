import { isDeepStrictEqual } from 'node:util';
import { CURRENCIES, type Currency, type Minor } from '@krapao/contract/money.ts';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { sized } from '../../../world/stress-size.ts';
import { cloneDatabase } from '../../test/harness.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, many, type Queryable } from '../platform/database.ts';
import { type Account, hold, type Posted, post, problems, release, reverse, settle } from './ledger.ts';

/**
 * Random histories of a few members. Each history has its own members; all share the house accounts and the database.
 */
const HISTORIES_AT_ONCE = sized(200, 2_000);
const HISTORIES_ONE_BY_ONE = sized(60, 200);
const HISTORIES_BETWEEN_CHECKS = 250;
const WORKERS = 12;
/** Far more than the histories need; the machine may be busy. */
const TIME = { timeout: 600_000 };
const RUN = { interruptAfterTimeLimit: TIME.timeout - 20_000, markInterruptAsFailure: true };

const { db, owner } = await cloneDatabase();
let members = 0;

type Member = { id: string; currency: Currency };
type Business = { reason: string; currency: Currency; isForeign: boolean; amount: Minor };
type Step = { key: string; memberId: string; detail: { note: number } } & (
  | (Business & { kind: 'post'; from: Account; to: Account })
  | (Business & { kind: 'hold'; from: 'main' | 'game:pg'; to: 'in_transit' | 'held_for_bank' })
  | { kind: 'settle'; target: string; to: Account }
  | { kind: 'release' | 'reverse'; target: string }
);
/** A step and the ledger's answer, or the code of its refusal. */
type Done = { step: Step; outcome: Posted | string };
/** The steps that have been written, by key. */
type Written = Map<string, Step>;

const CLOSES = { settle: ['hold'], release: ['hold'], reverse: ['post', 'settle'] };
const HOUSE = ['house:payments:ww', 'house:games:pg'] as const;
const ACCOUNTS = ['main', 'main', 'main', 'game:pg', 'in_transit', 'refund_pot', ...HOUSE, ...HOUSE] as const;
const REFUSALS = 'MONEY_NOT_ENOUGH IDEMPOTENCY_CONFLICT LEDGER_CLOSED LEDGER_NO_HOLD LEDGER_CURRENCY'.split(' ');
const EVERYTHING = new Set(['post', 'hold', 'settle', 'release', 'reverse', 'replayed', ...REFUSALS]);

const NEW = -1;
const usually = <T>(usual: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const someone = { member: fc.nat(2), key: usually(NEW, fc.nat(30)), note: usually<number>(0, fc.constant(1)) };
const someMoney = {
  amount: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 60n), fc.bigInt(1n, 100_00n), fc.bigInt(1n, 10n ** 15n)),
  isForeign: usually(false, fc.boolean()),
};
const someTarget = { target: fc.nat(30), isAstray: usually(false, fc.constant(true)) };
const somePost = fc
  .record({
    ...someone,
    ...someMoney,
    kind: fc.constant('post'),
    from: fc.constantFrom(...ACCOUNTS),
    to: fc.constantFrom(...ACCOUNTS),
  })
  .filter(({ from, to }) => from !== to);
const someHold = fc.record({
  ...someone,
  ...someMoney,
  kind: fc.constant('hold'),
  from: fc.constantFrom('main', 'main', 'game:pg'),
  to: fc.constantFrom('in_transit', 'held_for_bank'),
});
const someSettle = fc.record({
  ...someone,
  ...someTarget,
  kind: fc.constant('settle'),
  to: fc.constantFrom('main', 'game:pg', ...HOUSE),
});
const someUndo = fc.record({ ...someone, ...someTarget, kind: fc.constantFrom('release', 'reverse') });
const someWish = fc.oneof(somePost, someHold, someSettle, someUndo);
type Wish = typeof someWish extends fc.Arbitrary<infer T> ? T : never;
/** One step on its own, two in one transaction, or a repetition of an earlier turn. */
const someTurn = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(someWish) },
  { weight: 2, arbitrary: fc.tuple(someWish, someWish) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 }) },
);
const someHistory = fc.record({
  currencies: fc.array(fc.constantFrom(...CURRENCIES), { minLength: 1, maxLength: 3 }),
  opening: fc.constantFrom(100n, 100_00n, 10n ** 15n),
  turns: fc.array(someTurn, { minLength: 5, maxLength: 14 }),
});
type History = typeof someHistory extends fc.Arbitrary<infer T> ? T : never;

it('all at once, the books hold exactly what was answered, and repeating it changes nothing', TIME, async () => {
  const seen = new Set<string>();
  let histories = 0;
  const property = fc.asyncProperty(someHistory, async (history) => {
    const { ids, written, turns } = await begin(history);
    const done = await byWorkers(turns, take);
    for (const { step, outcome } of done.flat()) {
      seen.add(nameOf({ step, outcome }));
      if (typeof outcome === 'string' || outcome.isReplay) continue;
      expect(written.has(step.key)).toBe(false);
      written.set(step.key, step);
    }
    const books = await booksOf(ids);
    expectBooks(books, written);

    const final = done.flatMap((turn) => turn.filter((one) => isFinal(one, turn)));
    const again = await byWorkers(final, ({ step }) => take([step]));
    for (const [n, { step, outcome }] of final.entries()) {
      const postingId = books.postings.get(step.key)?.id;
      const second = again[n]?.[0]?.outcome;
      if (typeof outcome === 'string') expect(second).toBeTypeOf('string');
      else expect([outcome.postingId, second]).toMatchObject([postingId, { postingId, isReplay: true }]);
    }
    expect(await booksOf(ids)).toEqual(books);
    histories += 1;
    if (histories % HISTORIES_BETWEEN_CHECKS === 0) await expectAllBooks();
  });
  await fc.assert(property, { ...RUN, numRuns: HISTORIES_AT_ONCE });
  await expectAllBooks();
  expect(seen).toEqual(EVERYTHING);
});

it('one by one, every step is answered as the rules say and moves exactly what they say', TIME, async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(someHistory, async (history) => {
    const { ids, written, turns } = await begin(history);
    const closed = new Set<string>();
    for (const step of turns.flat()) {
      const expected = judge(step, written, closed);
      expect((await take([step])).map(nameOf)).toEqual([expected]);
      expectBooks(await booksOf(ids), written);
      seen.add(expected);
    }
  });
  await fc.assert(property, { ...RUN, numRuns: HISTORIES_ONE_BY_ONE });
  await expectAllBooks();
  expect(seen).toEqual(EVERYTHING);
});

/** The rules in plain words: the answer that a step will get. Notes the step if it is written. */
function judge(step: Step, written: Written, closed: Set<string>): string {
  const target = 'target' in step ? step.target : '';
  const first = written.get(step.key);
  if ('target' in step && !CLOSES[step.kind].includes(written.get(target)?.kind ?? '')) return 'LEDGER_NO_HOLD';
  if (first) return isDeepStrictEqual(first, step) ? 'replayed' : 'IDEMPOTENCY_CONFLICT';
  if ('isForeign' in step && step.isForeign && !(isHouse(step.from) && isHouse(step.to))) return 'LEDGER_CURRENCY';
  if (closed.has(target)) return 'LEDGER_CLOSED';
  const balances = balancesAfter(new Map([...written, [step.key, step]]));
  if ([...balances.values()].some((balance) => balance < 0n)) return 'MONEY_NOT_ENOUGH';
  written.set(step.key, step);
  if (target) closed.add(target);
  return step.kind;
}

function movesOf(step: Step, written: Written): [Account, Minor][] {
  if (!('target' in step))
    return Object.entries({ [step.from]: -step.amount, [step.to]: step.amount }) as [Account, Minor][];
  const target = written.get(step.target);
  if (!target || !CLOSES[step.kind].includes(target.kind)) throw new Error(`${step.kind} of ${target?.kind}`);
  const back = movesOf(target, written).map(([name, amount]): [Account, Minor] => [name, -amount]);
  return step.kind === 'settle' ? back.map(([name, amount]) => [amount < 0n ? name : step.to, amount]) : back;
}

/** Balances of the members' accounts, by member and name. */
function balancesAfter(written: Written): Map<string, Minor> {
  const balances = new Map<string, Minor>();
  for (const step of written.values())
    for (const [name, amount] of movesOf(step, written)) {
      const account = `${step.memberId} ${name}`;
      if (!isHouse(name)) balances.set(account, (balances.get(account) ?? 0n) + amount);
    }
  return balances;
}

/** The books hold exactly the written steps, each closed once; every account adds up and never was below zero. */
function expectBooks(books: Books, written: Written): void {
  const moves = [...written.values()].flatMap((step) =>
    movesOf(step, written).map(([name, amount]) => `${step.key} ${name} ${amount}`),
  );
  expect(books.entries.map(({ key, name, amount }) => `${key} ${name} ${amount}`).sort()).toEqual(moves.sort());
  expect([...books.postings.keys()].sort()).toEqual([...written.keys()].sort());
  expect(books.balances).toEqual(balancesAfter(written));
  const closed = [...written.values()].flatMap((step) => ('target' in step ? [step.target] : []));
  expect(closed).toEqual([...new Set(closed)]);
  const running = new Map<string, Minor>();
  for (const { member_id, name, amount, balance_after } of books.entries) {
    const account = `${member_id} ${name}`;
    running.set(account, (running.get(account) ?? 0n) + amount);
    expect(balance_after).toBe(isHouse(name) ? null : running.get(account));
    expect(balance_after ?? 0n).toBeGreaterThanOrEqual(0n);
  }
}

async function expectAllBooks(): Promise<void> {
  // The tables have grown; plans made when they were empty would read them from end to end.
  await owner.query('analyze');
  expect(await problems(db)).toEqual([]);
  const sums = `select distinct sum(amount) over (partition by currency)::bigint as sum from ledger_entries`;
  expect(await many(db, sums)).toEqual([{ sum: 0n }]);
}

type Entry = { key: string; member_id: string; name: Account; amount: Minor; balance_after: Minor | null };
type Books = { balances: Map<string, Minor>; postings: Map<string, { id: bigint }>; entries: Entry[] };

/** All rows of these members, in the order of their ids. */
async function booksOf(ids: string[]): Promise<Books> {
  const rows = <T extends pg.QueryResultRow>(sql: string) => many<T>(db, sql, [ids]);
  const [accounts, postings, entries] = await Promise.all([
    rows<{ account: string; balance: Minor }>(
      `select member_id || ' ' || name as account, balance from ledger_accounts where member_id = any($1)`,
    ),
    rows<{ id: bigint; key: string }>('select * from ledger_postings where owner = any($1) order by id'),
    rows<Entry>(
      `select key, owner as member_id, account as name, amount, balance_after from ledger_entries
        where owner = any($1) order by posting_id, account`,
    ),
  ]);
  const balances = new Map(accounts.map(({ account, balance }) => [account, balance]));
  return { balances, postings: new Map(postings.map((posting) => [posting.key, posting])), entries };
}

/** Members with a deposit, half of it held, and the steps that they will ask for. */
async function begin({ currencies, opening, turns }: History) {
  const people = currencies.map((currency, n): Member => ({ id: String(members + n).padStart(8, '0'), currency }));
  const ids = people.map(({ id }) => id);
  members += people.length;
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      select id, 'th', id, 'a member', 'none', currency, 'KBANK', 'A MEMBER', id
      from unnest($1::text[], $2::text[]) as person (id, currency)`,
    [ids, currencies],
  );
  const asked: Step[] = [];
  const ask = (wish: Wish): Step[] => {
    asked.push(stepOf(wish, people, asked));
    return asked.slice(-1);
  };
  for (const member of people.keys()) {
    const usual = { member, key: NEW, note: 0, isForeign: false };
    ask({ ...usual, kind: 'post', from: 'house:payments:ww', to: 'main', amount: opening });
    ask({ ...usual, kind: 'hold', from: 'main', to: 'in_transit', amount: opening / 2n });
  }
  for (const step of asked) await perform(db, step);
  const written: Written = new Map(asked.map((step) => [step.key, step]));
  const meant: Step[][] = [];
  for (const turn of turns) meant.push(typeof turn === 'number' ? (meant.at(-turn) ?? []) : turn.flatMap(ask));
  return { ids, written, turns: meant.filter((turn) => turn.length > 0) };
}

/** Keys are usually new, and a step that closes a posting is usually aimed at one that can be closed. */
function stepOf(wish: Wish, people: Member[], asked: Step[]): Step {
  const detail = { note: wish.note };
  const keyOf = (memberId: string) => `${memberId}/${wish.key === NEW ? asked.length : wish.key % asked.length}`;
  if ('target' in wish) {
    const closable = asked.filter(({ kind }) => wish.isAstray || CLOSES[wish.kind].includes(kind));
    const { memberId, key: target } = pick(closable, wish.target);
    const closing = { key: keyOf(memberId), memberId, detail, target };
    return wish.kind === 'settle' ? { ...closing, kind: 'settle', to: wish.to } : { ...closing, kind: wish.kind };
  }
  const { id: memberId, currency: own } = pick(people, wish.member);
  const currency = wish.isForeign ? (own === 'LAK' ? 'BAHT' : 'LAK') : own;
  return { ...wish, key: keyOf(memberId), memberId, detail, reason: 'test', currency };
}

function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Two steps are one transaction, which takes the members in the order of their ids and is refused as a whole. */
async function take(turn: Step[]): Promise<Done[]> {
  const steps = turn.toSorted((one, other) => one.memberId.localeCompare(other.memberId));
  const inOrder = async (on: Queryable) => {
    const done: Done[] = [];
    for (const step of steps) done.push({ step, outcome: await perform(on, step) });
    return done;
  };
  try {
    return await (steps.length === 1 ? onOneConnection(inOrder) : inTransaction(db, inOrder));
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof pg.DatabaseError && REFUSALS.includes(error.message)))
      throw error;
    const outcome = error.message;
    return steps.map((step) => ({ step, outcome }));
  }
}

/** The pool itself would close the connection after every refusal. */
async function onOneConnection<T>(work: (on: Queryable) => Promise<T>): Promise<T> {
  const connection = await db.connect();
  return work(connection).finally(() => connection.release());
}

function perform(on: Queryable, step: Step): Promise<Posted> {
  if (step.kind === 'post') return post(on, step);
  if (step.kind === 'hold') return hold(on, step);
  if (step.kind === 'settle') return settle(on, { ...step, hold: step.target });
  if (step.kind === 'release') return release(on, { ...step, hold: step.target });
  return reverse(on, { ...step, reversed: step.target });
}

/** An accepted step stays accepted. A step that stood alone stays refused if its key was taken or its target closed. */
function isFinal({ outcome }: Done, turn: Done[]): boolean {
  return typeof outcome !== 'string' || (turn.length === 1 && /^(IDEMPOTENCY_CONFLICT|LEDGER_CLOSED)$/.test(outcome));
}

function nameOf({ step, outcome }: Done): string {
  if (typeof outcome === 'string') return outcome;
  return outcome.isReplay ? 'replayed' : step.kind;
}

function isHouse(name: Account): boolean {
  return name.startsWith('house:');
}

/** Works through the list in order, so many items at a time; the results are in that order too. */
async function byWorkers<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = list.entries();
  const worker = async () => {
    for (const [n, item] of queue) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return results;
}
