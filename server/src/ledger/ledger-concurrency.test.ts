import type { Minor } from '@krapao/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { cloneDatabase, waitingForLocks } from '../../test/harness.ts';
import { inTransaction, one, type Transaction } from '../platform/database.ts';
import {
  type Account,
  balancesOf,
  hold,
  inMemberTransaction,
  type Posted,
  post,
  postInHouse,
  problems,
  release,
  reverse,
  settle,
} from './ledger.ts';

/** Many postings at once: one wins, no member waits for another, and no two deadlock. */
const { db } = await cloneDatabase({ connections: 60 });
let members = 0;

const OUT_OF_PATIENCE = { code: '55P03' };
const PATIENTLY = { timeout: 120_000, interval: 5 };

/** The ledger's answer, or the code of its refusal. */
type Outcome = Posted | string;

describe('at the same moment', () => {
  it('one of fifty postings spends a balance', async () => {
    const member = await newMember();
    const attempts = await atOnce(member, 50, (n) =>
      post(db, business(member, `${n}`, 'main', 'house:payments:ww', 100n)),
    );
    expect(tally(attempts)).toEqual({ posted: 1, MONEY_NOT_ENOUGH: 49 });
    expect(await balances(member)).toEqual({ main: 0n });
  });

  it('a key sent fifty times at once makes one posting and gets fifty equal answers', async () => {
    const member = await newMember();
    const attempts = await atOnce(member, 50, () => post(db, business(member, 'a', 'main', 'house:payments:ww', 60n)));
    expect(tally(attempts)).toEqual({ posted: 1, replayed: 49 });
    expect(new Set(attempts.map((answer) => (typeof answer === 'string' ? answer : answer.postingId))).size).toBe(1);
    expect(await balances(member)).toEqual({ main: 40n });
  });

  it('held money is settled or released once, however many try at once', async () => {
    const member = await newMember();
    const held = `${member}/hold`;
    await hold(db, business(member, 'hold', 'main', 'in_transit', 40n));
    const attempts = await atOnce(member, 20, (n) =>
      n % 2
        ? release(db, { memberId: member, key: `${member}/${n}`, hold: held })
        : settle(db, { memberId: member, key: `${member}/${n}`, hold: held, to: 'house:games:pg' }),
    );
    expect(tally(attempts)).toEqual({ posted: 1, LEDGER_CLOSED: 19 });
    const wasReleased = attempts.findIndex((answer) => typeof answer !== 'string') % 2 === 1;
    expect(await balances(member)).toEqual({
      main: wasReleased ? 100n : 60n,
      in_transit: 0n,
    });
  });

  it('a posting is reversed once, however many try at once', async () => {
    const member = await newMember();
    await post(db, business(member, 'a', 'main', 'house:payments:ww', 25n));
    const attempts = await atOnce(member, 20, (n) =>
      reverse(db, { memberId: member, key: `${member}/${n}`, reversed: `${member}/a` }),
    );
    expect(tally(attempts)).toEqual({ posted: 1, LEDGER_CLOSED: 19 });
    expect(await balances(member)).toEqual({ main: 100n });
  });
});

describe('while a transaction that has posted for one member is open', () => {
  it("another member's money moves on the same house account without waiting", async () => {
    const [first, second] = [await newMember(), await newMember()];
    await hold(db, business(second, 'hold', 'main', 'in_transit', 5n));
    await inTransaction(db, async (open) => {
      await post(open, business(first, 'a', 'main', 'house:payments:ww', 10n));
      await impatiently(async (tx) => {
        await post(tx, business(second, 'a', 'main', 'house:payments:ww', 10n));
        await post(tx, business(second, 'b', 'house:payments:ww', 'main', 10n));
        await settle(tx, {
          memberId: second,
          key: `${second}/settle`,
          hold: `${second}/hold`,
          to: 'house:payments:ww',
        });
      });
    });
    expect(await problems(db)).toEqual([]);
  });

  it("the same member's next posting waits for it", async () => {
    const member = await newMember();
    await inTransaction(db, async (open) => {
      await post(open, business(member, 'a', 'main', 'house:payments:ww', 10n));
      const next = impatiently((tx) => post(tx, business(member, 'b', 'main', 'house:payments:ww', 10n)));
      await expect(next).rejects.toMatchObject(OUT_OF_PATIENCE);
    });
  });

  it('what is decided by the same member’s balances is decided after it', async () => {
    const member = await newMember();
    const { seen } = await inTransaction(db, async (open) => {
      await post(open, business(member, 'a', 'main', 'house:payments:ww', 60n));
      const seen = inMemberTransaction(db, member, (tx) => balancesOf(tx, member));
      await Promise.race([seen, somebodyWaitsFor(open)]);
      return { seen };
    });
    expect((await seen).get('main')).toBe(40n);
  });
});

it('a posting of the house that another transaction is writing is waited for, and answered as the same posting', async () => {
  const accounts = { from: 'house:payments:ww', to: 'house:sent-back:ww' } as const;
  const step = { ...accounts, key: 'in-house', reason: 'test', currency: 'BAHT', amount: 5n } as const;
  const { first, second } = await inTransaction(db, async (open) => {
    const first = await postInHouse(open, step);
    const second = Promise.allSettled([postInHouse(db, step)]);
    await somebodyWaitsFor(open);
    return { first, second };
  });
  expect(await second).toEqual([{ status: 'fulfilled', value: { ...first, isReplay: true } }]);
});

describe('a transaction of several steps and a single step of the same member never wait for each other', () => {
  it('when they take the accounts in opposite orders', async () => {
    const member = await newMember();
    await post(db, business(member, 'game', 'house:payments:ww', 'game:pg', 100n));
    await crossing({
      first: (tx) => post(tx, business(member, 'a', 'game:pg', 'house:payments:ww', 10n)),
      between: () => post(db, business(member, 'b', 'main', 'game:pg', 10n)),
      second: (tx) => post(tx, business(member, 'c', 'main', 'house:payments:ww', 10n)),
    });
  });

  it('when both open the same account', async () => {
    const member = await newMember();
    await crossing({
      first: (tx) => post(tx, business(member, 'a', 'main', 'house:payments:ww', 10n)),
      between: () => post(db, business(member, 'b', 'main', 'game:pg', 10n)),
      second: (tx) => post(tx, business(member, 'c', 'main', 'game:pg', 10n)),
    });
  });

  it('when both close the same hold', async () => {
    const member = await newMember();
    await hold(db, business(member, 'hold', 'main', 'in_transit', 50n));
    const single = crossing({
      first: (tx) => post(tx, business(member, 'a', 'main', 'in_transit', 10n)),
      between: () =>
        settle(db, { memberId: member, key: `${member}/b`, hold: `${member}/hold`, to: 'house:payments:ww' }),
      second: (tx) => release(tx, { memberId: member, key: `${member}/c`, hold: `${member}/hold` }),
    });
    await expect(single).rejects.toThrow('LEDGER_CLOSED');
  });

  it('when both do the same thing', async () => {
    const member = await newMember();
    const twice = business(member, 'twice', 'main', 'in_transit', 10n);
    const single = await crossing({
      first: (tx) => post(tx, business(member, 'a', 'main', 'house:payments:ww', 10n)),
      between: () => post(db, twice),
      second: (tx) => post(tx, twice),
    });
    expect(single).toMatchObject({ isReplay: true });
  });

  it('when the transaction has begun by locking the member', async () => {
    const member = await newMember();
    await crossing({
      first: (tx) => tx.query('select from members where id = $1 for update', [member]),
      between: () => post(db, business(member, 'b', 'main', 'game:pg', 10n)),
      second: (tx) => post(tx, business(member, 'c', 'main', 'game:pg', 10n)),
    });
  });
});

it('single steps that open the same accounts from opposite sides are answered, not deadlocked', async () => {
  for (let round = 0; round < 20; round += 1) {
    const member = await newMember();
    const steps = Array.from({ length: 8 }, (_, n) => {
      const [from, to] = n % 2 ? (['refund_pot', 'game:pg'] as const) : (['game:pg', 'refund_pot'] as const);
      return expect(post(db, business(member, `${n}`, from, to, 1n))).rejects.toThrow('MONEY_NOT_ENOUGH');
    });
    await Promise.all(steps);
  }
});

type Crossing<T> = {
  first: (tx: Transaction) => Promise<unknown>;
  between: () => Promise<T>;
  second: (tx: Transaction) => Promise<unknown>;
};

/** Starts the single step between the two steps of a transaction, and goes on once the single step waits for a lock. */
async function crossing<T>({ first, between, second }: Crossing<T>): Promise<T> {
  let single: Promise<PromiseSettledResult<T>[]> | undefined;
  await inTransaction(db, async (tx) => {
    await first(tx);
    single = Promise.allSettled([between()]);
    await somebodyWaitsFor(tx);
    await second(tx);
  });
  const [outcome] = (await single) ?? [];
  expect(await problems(db)).toEqual([]);
  if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  return outcome.value;
}

async function somebodyWaitsFor(tx: Transaction): Promise<void> {
  const { pid } = await one<{ pid: number }>(tx, 'select pg_backend_pid() as pid');
  const sql = 'select count(*) as waiting from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  await vi.waitFor(async () => expect(await one(db, sql, [pid])).toEqual({ waiting: 1n }), PATIENTLY);
}

/** In a transaction that fails at once if it has to wait for a lock. */
function impatiently<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.query(`set local lock_timeout = '250ms'`);
    return work(tx);
  });
}

/** Holds the member's lock until all of them wait for it in the database. */
async function atOnce(memberId: string, times: number, work: (n: number) => Promise<Posted>): Promise<Outcome[]> {
  const { outcomes } = await inTransaction(db, async (gate) => {
    await gate.query('select from members where id = $1 for update', [memberId]);
    const outcomes = Array.from({ length: times }, (_, n) => work(n).catch((error: Error) => error.message));
    await expect.poll(() => waitingForLocks(db), PATIENTLY).toBe(times);
    return { outcomes };
  });
  return Promise.all(outcomes);
}

function tally(outcomes: Outcome[]): Record<string, number> {
  const named = outcomes.map((outcome) =>
    typeof outcome === 'string' ? outcome : outcome.isReplay ? 'replayed' : 'posted',
  );
  return Object.fromEntries([...Map.groupBy(named, (name) => name)].map(([name, all]) => [name, all.length]));
}

/** A member with 100. */
async function newMember(): Promise<string> {
  members += 1;
  const id = String(members).padStart(8, '0');
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      values ($1, 'th', $1, 'a member', 'none', 'BAHT', 'KBANK', 'A MEMBER', $1)`,
    [id],
  );
  await post(db, business(id, 'opening', 'house:payments:ww', 'main', 100n));
  return id;
}

async function balances(memberId: string): Promise<Record<string, Minor>> {
  return Object.fromEntries(await balancesOf(db, memberId));
}

function business<From extends Account, To extends Account>(
  memberId: string,
  key: string,
  from: From,
  to: To,
  amount: Minor,
) {
  return { key: `${memberId}/${key}`, reason: 'test', memberId, currency: 'BAHT', from, to, amount } as const;
}
