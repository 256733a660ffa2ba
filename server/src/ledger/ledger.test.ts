import type { Minor } from '@krapao/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, contents } from '../../test/harness.ts';
import { inTransaction, many, type Queryable } from '../platform/database.ts';
import {
  balancesOf,
  debts,
  hasBankHistory,
  hold,
  type Posted,
  post,
  postInHouse,
  problems,
  release,
  reverse,
  reverseInHouse,
  settle,
} from './ledger.ts';

const { db } = await cloneDatabase();
let members = 0;

describe('postInHouse', () => {
  const step = { key: 'in-house', reason: 'test', currency: 'BAHT', amount: 25n } as const;
  const accounts = { from: 'house:payments:kbank:1', to: 'house:sent-back:kbank:1' } as const;

  it('moves money that is no member’s, once, and can be reversed', async () => {
    const { postingId, isReplay } = await postInHouse(db, { ...step, ...accounts });
    expect(isReplay).toBe(false);
    expect(await entriesOf(postingId)).toEqual([
      { name: accounts.from, amount: -25n, balance_after: null },
      { name: accounts.to, amount: 25n, balance_after: null },
    ]);
    expect(await postInHouse(db, { ...step, ...accounts })).toMatchObject({ postingId, isReplay: true });
    await refused('IDEMPOTENCY_CONFLICT', () => postInHouse(db, { ...step, ...accounts, amount: 26n }));
    const undone = await reverseInHouse(db, { key: 'in-house/back', reversed: step.key });
    expect((await entriesOf(undone.postingId)).map(({ amount }) => amount)).toEqual([25n, -25n]);
  });

  it('never reaches an account of a member', async () => {
    await newMember(100n);
    const toMain = { ...step, key: 'in-house/main', from: accounts.from, to: 'main' as 'house:main' };
    await changesNothing(() => expect(postInHouse(db, toMain)).rejects.toThrow('LEDGER_NO_POSTING'));
  });
});

describe('post', () => {
  it('moves the money and notes the balance after it', async () => {
    const member = await newMember(100n);
    const { postingId, isReplay } = await post(db, payout(member, 'a', 30n));
    expect(isReplay).toBe(false);
    expect(await balances(member)).toEqual({ main: 70n });
    expect(await entriesOf(postingId)).toEqual([
      { name: 'house:payments:ww', amount: 30n, balance_after: null },
      { name: 'main', amount: -30n, balance_after: 70n },
    ]);
  });

  it('refuses one satang more than there is, and changes nothing', async () => {
    const member = await newMember(100n);
    await refused('MONEY_NOT_ENOUGH', () => post(db, payout(member, 'a', 101n)));
    await post(db, payout(member, 'a', 100n));
    expect(await balances(member)).toEqual({ main: 0n });
  });

  it('refuses to take money from an account that never was, and does not open it', async () => {
    const member = await newMember(100n);
    const step = { ...payout(member, 'a', 1n), from: 'game:pg' } as const;
    await refused('MONEY_NOT_ENOUGH', () => post(db, step));
  });

  it('moves more than zero', async () => {
    const member = await newMember(100n);
    for (const amount of [0n, -1n])
      await changesNothing(async () => expect(() => post(db, payout(member, 'a', amount))).toThrow(RangeError));
  });

  it('keeps every satang of an amount that no float can hold', async () => {
    const member = await newMember(9_007_199_254_740_993n);
    await post(db, payout(member, 'a', 1n));
    expect(await balances(member)).toEqual({ main: 9_007_199_254_740_992n });
    await post(db, payout(member, 'b', 9_007_199_254_740_991n));
    expect(await balances(member)).toEqual({ main: 1n });
  });

  it('leaves nothing of a transaction that rolls back', async () => {
    const member = await newMember(100n);
    await changesNothing(async () => {
      const work = inTransaction(db, async (tx) => {
        await post(tx, payout(member, 'a', 10n));
        await post(tx, { ...payout(member, 'b', 10n), to: 'game:pg' });
        throw new Error('changed our mind');
      });
      await expect(work).rejects.toThrow('changed our mind');
    });
    expect(await post(db, payout(member, 'a', 10n))).toMatchObject({ isReplay: false });
  });
});

describe('a member has one currency for life', () => {
  it.each(['main', 'game:pg'] as const)('money of another currency does not reach %s', async (to) => {
    const member = await newMember(100n);
    const kip = { ...deposit(member, 'kip', 5n), currency: 'LAK', to } as const;
    await refused('LEDGER_CURRENCY', () => post(db, kip));
  });

  it('an account stays in its currency even when the member is given another', async () => {
    const member = await newMember(100n);
    await db.query(`update members set currency = 'LAK' where id = $1`, [member]);
    const kip = { ...deposit(member, 'kip', 5n), currency: 'LAK' } as const;
    await refused('LEDGER_CURRENCY', () => post(db, kip));
  });
});

describe('a key', () => {
  it('repeated with the same input answers the same posting and changes nothing', async () => {
    const member = await newMember(100n);
    const held = { ...transfer(member, 'hold', 40n), detail: { game: 'pg', round: 7, tags: ['a'] } };
    const steps: ((on: Queryable) => Promise<Posted>)[] = [
      (on) => post(on, payout(member, 'post', 10n)),
      (on) => hold(on, held),
      (on) =>
        settle(on, {
          memberId: member,
          key: `${member}/settle`,
          hold: held.key,
          to: 'house:games:pg',
          detail: { ref: 'x' },
        }),
      (on) => reverse(on, { memberId: member, key: `${member}/reverse`, reversed: `${member}/settle` }),
      (on) => hold(on, transfer(member, 'second', 5n)),
      (on) => release(on, { memberId: member, key: `${member}/release`, hold: `${member}/second` }),
    ];
    const first: Posted[] = [];
    for (const step of steps) first.push(await step(db));
    expect(first.map(({ isReplay }) => isReplay)).not.toContain(true);
    await changesNothing(async () => {
      for (const [n, step] of steps.entries()) {
        const replay = { ...first[n], isReplay: true };
        expect(await step(db)).toEqual(replay);
        expect(await inTransaction(db, step)).toEqual(replay);
      }
    });
  });

  it.each([
    ['amount', { amount: 11n }],
    ['account it goes to', { to: 'held_for_bank' }],
    ['account it comes from', { from: 'refund_pot' }],
    ['reason', { reason: 'gift' }],
    ['currency', { currency: 'LAK' }],
    ['detail', { detail: { note: 'b' } }],
  ] as const)('used again for another %s is refused and changes nothing', async (_, other) => {
    const member = await newMember(100n);
    await post(db, { ...deposit(member, 'pot', 100n), to: 'refund_pot' });
    const step = { ...transfer(member, 'a', 10n), detail: { note: 'a' } };
    await post(db, step);
    await refused('IDEMPOTENCY_CONFLICT', () => post(db, { ...step, ...other }));
  });

  it('used again to hold what it has posted is refused and changes nothing', async () => {
    const member = await newMember(100n);
    await post(db, transfer(member, 'a', 10n));
    await refused('IDEMPOTENCY_CONFLICT', () => hold(db, transfer(member, 'a', 10n)));
  });

  it('is its member’s: another member’s step of the same key is another step, and closes only the other’s holds', async () => {
    const [member, other] = [await newMember(100n), await newMember(100n)];
    const step = transfer(member, 'a', 10n);
    await hold(db, step);
    await refused('LEDGER_NO_HOLD', () => release(db, { memberId: other, key: 'back', hold: step.key }));
    expect(await hold(db, { ...step, memberId: other })).toMatchObject({ isReplay: false });
    await release(db, { memberId: other, key: 'back', hold: step.key });
    expect([await balances(member), await balances(other)]).toEqual([
      { main: 90n, in_transit: 10n },
      { main: 100n, in_transit: 0n },
    ]);
  });

  it('used again to settle another hold, or to another account, is refused and changes nothing', async () => {
    const member = await newMember(100n);
    const [first, second] = [transfer(member, 'first', 40n), transfer(member, 'second', 40n)];
    await hold(db, first);
    await hold(db, second);
    const step = { memberId: member, key: `${member}/settle`, hold: first.key, to: 'house:games:pg' } as const;
    await settle(db, step);
    for (const other of [{ hold: second.key }, { to: 'game:pg' }, { detail: { note: 'b' } }] as const)
      await refused('IDEMPOTENCY_CONFLICT', () => settle(db, { ...step, ...other }));
    await refused('IDEMPOTENCY_CONFLICT', () => release(db, { memberId: member, key: step.key, hold: second.key }));
  });

  it('whose first use was refused is still free', async () => {
    const member = await newMember(100n);
    await refused('MONEY_NOT_ENOUGH', () => post(db, payout(member, 'a', 101n)));
    expect(await post(db, payout(member, 'a', 99n))).toMatchObject({ isReplay: false });
  });
});

describe('held money', () => {
  it('is set aside, then goes where it was meant to go', async () => {
    const { member, held } = await newHold(40n);
    expect(await balances(member)).toEqual({ main: 60n, in_transit: 40n });
    await settle(db, { memberId: member, key: `${member}/settle`, hold: held, to: 'game:pg' });
    expect(await balances(member)).toEqual({ main: 60n, in_transit: 0n, 'game:pg': 40n });
  });

  it('goes back to where it was when it is released', async () => {
    const { member, held } = await newHold(40n);
    await release(db, { memberId: member, key: `${member}/release`, hold: held });
    expect(await balances(member)).toEqual({ main: 100n, in_transit: 0n });
  });

  it.each([
    ['settle', 'settle'],
    ['settle', 'release'],
    ['release', 'settle'],
    ['release', 'release'],
  ] as const)('after a %s refuses another %s', async (first, second) => {
    const { member, held } = await newHold(40n);
    const close = {
      settle: (key: string) => settle(db, { memberId: member, key: `${member}/${key}`, hold: held, to: 'game:pg' }),
      release: (key: string) => release(db, { memberId: member, key: `${member}/${key}`, hold: held }),
    };
    await close[first]('first');
    await refused('LEDGER_CLOSED', () => close[second]('second'));
  });

  it('may be closed after another transaction that closed it has rolled back', async () => {
    const { member, held } = await newHold(40n);
    const work = inTransaction(db, async (tx) => {
      await settle(tx, { memberId: member, key: `${member}/settle`, hold: held, to: 'game:pg' });
      throw new Error('changed our mind');
    });
    await expect(work).rejects.toThrow('changed our mind');
    await release(db, { memberId: member, key: `${member}/release`, hold: held });
    expect(await balances(member)).toEqual({ main: 100n, in_transit: 0n });
  });

  it('is only what was held: a posting, a settlement or nothing at all cannot be settled or released', async () => {
    const { member, held } = await newHold(40n);
    await settle(db, { memberId: member, key: `${member}/settle`, hold: held, to: 'game:pg' });
    for (const notHeld of [`${member}/opening`, `${member}/settle`, `${member}/never`]) {
      const step = { memberId: member, key: `${member}/late`, hold: notHeld };
      await refused('LEDGER_NO_HOLD', () => settle(db, { ...step, to: 'game:pg' }));
      await refused('LEDGER_NO_HOLD', () => release(db, step));
    }
  });
});

describe('reverse', () => {
  it.each(['post', 'settle'] as const)('undoes a %s by its opposite, once', async (kind) => {
    const { member, held } = await newHold(40n);
    await settle(db, { memberId: member, key: `${member}/settle`, hold: held, to: 'game:pg' });
    await post(db, payout(member, 'post', 25n));
    const { postingId } = await reverse(db, {
      memberId: member,
      key: `${member}/reverse`,
      reversed: `${member}/${kind}`,
    });
    const moved = (await entriesOf(postingId)).map(({ name, amount }) => [name, amount]);
    expect(Object.fromEntries(moved)).toEqual(
      kind === 'post' ? { 'house:payments:ww': -25n, main: 25n } : { 'game:pg': -40n, in_transit: 40n },
    );
    const again = { memberId: member, key: `${member}/again`, reversed: `${member}/${kind}` };
    await refused('LEDGER_CLOSED', () => reverse(db, again));
  });

  it('refuses when the member has spent the money, and changes nothing', async () => {
    const member = await newMember(100n);
    await post(db, payout(member, 'a', 1n));
    const step = { memberId: member, key: `${member}/reverse`, reversed: `${member}/opening` };
    await refused('MONEY_NOT_ENOUGH', () => reverse(db, step));
  });

  it('refuses what is still held, was released or was itself a reversal', async () => {
    const { member, held } = await newHold(40n);
    await release(db, { memberId: member, key: `${member}/release`, hold: held });
    await hold(db, transfer(member, 'open', 5n));
    await post(db, payout(member, 'a', 5n));
    await reverse(db, { memberId: member, key: `${member}/reverse`, reversed: `${member}/a` });
    for (const notMoved of ['open', 'release', 'reverse']) {
      const step = { memberId: member, key: `${member}/late`, reversed: `${member}/${notMoved}` };
      await refused('LEDGER_NO_HOLD', () => reverse(db, step));
    }
  });
});

it('a member has a bank history once money has come from their bank or gone to it, or is on its way', async () => {
  const [untouched, deposited, withdrawing] = [await newMember(100n), await newMember(100n), await newMember(100n)];
  await hold(db, transfer(untouched, 'a', 10n));
  await post(db, { ...deposit(deposited, 'a', 10n), reason: 'deposit' });
  await hold(db, { ...transfer(withdrawing, 'a', 10n), to: 'held_for_bank', reason: 'withdraw' });
  const histories = [untouched, deposited, withdrawing].map((member) => hasBankHistory(db, member));
  expect(await Promise.all(histories)).toEqual([false, true, true]);
});

it('debts are listed with what the member has, the one that has stood longest first, and a debt that was paid is none', async () => {
  const [late, early, paid] = [await newMember(70n), await newMember(80n), await newMember(90n)];
  for (const [member, amount] of [
    [paid, 10n],
    [early, 20n],
    [late, 30n],
  ] as const)
    await post(db, { ...business(member, 'debt', amount), from: 'owed', to: 'house:payments:ww' });
  await post(db, { ...business(paid, 'collected', 10n), from: 'main', to: 'owed' });
  const [first, second] = [
    { member_id: early, currency: 'BAHT', owed: 20n, main: 80n },
    { member_id: late, currency: 'BAHT', owed: 30n, main: 70n },
  ];
  expect(await debts(db, { limit: 10 })).toEqual([first, second]);
  expect(await debts(db, { limit: 1 })).toEqual([first]);
  expect(await debts(db, { of: late, limit: 10 })).toEqual([second]);
  expect(await debts(db, { of: paid, limit: 10 })).toEqual([]);
});

/** A member whose main account has this much. */
async function newMember(opening: Minor): Promise<string> {
  members += 1;
  const id = String(members).padStart(8, '0');
  await db.query(
    `insert into members (id, edition, phone, name, password_hash, currency, bank_code, bank_account_name, bank_account_no)
      values ($1, 'th', $1, 'a member', 'none', 'BAHT', 'KBANK', 'A MEMBER', $1)`,
    [id],
  );
  await post(db, deposit(id, 'opening', opening));
  return id;
}

/** A member with 100, of which this much is held. */
async function newHold(amount: Minor) {
  const member = await newMember(100n);
  const step = transfer(member, 'hold', amount);
  await hold(db, step);
  return { member, held: step.key };
}

function business(memberId: string, key: string, amount: Minor) {
  return { key: `${memberId}/${key}`, reason: 'test', memberId, currency: 'BAHT', amount } as const;
}

function deposit(memberId: string, key: string, amount: Minor) {
  return { ...business(memberId, key, amount), from: 'house:payments:ww', to: 'main' } as const;
}

function payout(memberId: string, key: string, amount: Minor) {
  return { ...business(memberId, key, amount), from: 'main', to: 'house:payments:ww' } as const;
}

function transfer(memberId: string, key: string, amount: Minor) {
  return { ...business(memberId, key, amount), from: 'main', to: 'in_transit' } as const;
}

async function balances(memberId: string): Promise<Record<string, Minor>> {
  return Object.fromEntries(await balancesOf(db, memberId));
}

function entriesOf(postingId: bigint) {
  const sql = `select account as name, amount, balance_after from ledger_entries where posting_id = $1 order by account`;
  return many<{ name: string; amount: bigint; balance_after: bigint | null }>(db, sql, [postingId]);
}

async function refused(code: string, work: () => Promise<Posted>): Promise<void> {
  await changesNothing(() => expect(work()).rejects.toThrow(code));
}

async function changesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await contents(db);
  await work();
  expect(await contents(db)).toEqual(before);
  expect(await problems(db)).toEqual([]);
}
