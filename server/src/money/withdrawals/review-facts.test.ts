import { randomUUID } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { expect, test } from 'vitest';
import { newMember } from '../../../../world/people.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { type Account, post } from '../../ledger/ledger.ts';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { readReviewFacts } from './review.queries.ts';
import type { ReviewFacts } from './review.ts';
import { reviewOf } from './send-to-review.ts';

const { owner: db } = await cloneDatabase();
const { review: rules, largeResults } = reviewOf(readConfig({ DATABASE_URL: 'postgres://of/nobody' }));

type Story = {
  withdrew: (amount: Minor, wish?: { state?: string; stopped?: boolean }) => Promise<string>;
  posted: (reason: string, from: Account, to: Account, amount: Minor) => Promise<unknown>;
  changed: (what: 'bank' | 'password') => Promise<unknown>;
  /** The product's clock goes on by so much, to the microsecond: within a transaction it stands still otherwise. */
  passes: (time: string) => Promise<unknown>;
};

async function storyOf(tx: Transaction, currency: Currency): Promise<Story & { memberId: string }> {
  const { id: memberId } = await newMember(tx, currency === 'LAK' ? 'la' : 'th');
  return {
    memberId,
    withdrew: async (amount, { state = 'held', stopped = false } = {}) => {
      const id = randomUUID();
      await tx.query(
        `insert into withdrawals (member_id, id, call, amount, currency, bank_code, bank_account_no, bank_account_name,
            state, called_at, next_try_at, returned_why, stopped_at)
          values ($1, $2, '', $3, $4, '', '', '', $5, now(),
            case when $5 in ('gathering', 'held', 'called') then now() end, 'BANK', case when $6 then app_now() end)`,
        [memberId, id, amount, currency, state, stopped],
      );
      return id;
    },
    posted: (reason, from, to, amount) =>
      post(tx, { key: `test/${randomUUID()}`, reason, memberId, currency, from, to, amount }),
    changed: (what) => tx.query('insert into account_changes (member_id, what) values ($1, $2)', [memberId, what]),
    passes: (time) => tx.query('update clock set ahead = ahead + $1::interval', [time]),
  };
}

/** What is known of a member with this story who then asks for 100. */
async function factsAfter(tell: (story: Story) => Promise<unknown>, currency: Currency = 'BAHT'): Promise<ReviewFacts> {
  return inTransaction(db, async (tx) => {
    const story = await storyOf(tx, currency);
    await tell(story);
    const id = await story.withdrew(100_00n);
    const key = { memberId: story.memberId, id };
    const facts = await readReviewFacts(tx, key, { rules, largeResult: largeResults[currency] });
    await tx.query(`update clock set ahead = '0'`);
    return facts;
  });
}

const NOTHING: ReviewFacts = {
  amount: 100_00n,
  inADay: 0n,
  inDays: 0n,
  paidIn: 0n,
  hasLargeResult: false,
  hasNewBank: false,
  sincePassword: null,
  flags: [],
  isDisputed: false,
  isOwing: false,
  isStopped: false,
};

test('review: nothing of another member counts', async () => {
  const other = async ({ withdrew, posted, changed }: Story) => {
    await posted('deposit', 'house:payments:test:1', 'main', 700_00n);
    await posted('game_result', 'house:games:pg', 'game:pg', 9_000_00n);
    await posted('debt', 'owed', 'house:payouts', 5_00n);
    await changed('bank');
    await changed('password');
    await withdrew(50_00n, { stopped: true });
  };
  expect(await factsAfter(other)).toEqual({
    ...NOTHING,
    inADay: 50_00n,
    inDays: 50_00n,
    paidIn: 700_00n,
    hasLargeResult: true,
    hasNewBank: false,
    sincePassword: 50_00n,
    isOwing: true,
  });
  expect(await factsAfter(async () => {})).toEqual(NOTHING);
});

test.each([
  ['23:59:59.999999', 50_00n, 50_00n],
  ['24:00:00', 0n, 50_00n],
  ['29 days 23:59:59.999999', 0n, 50_00n],
  ['30 days', 0n, 0n],
])('review: a withdrawal of %s ago counts to 24 hours with %d and to 30 days with %d', async (ago, inADay, inDays) => {
  const facts = await factsAfter(async ({ withdrew, passes }) => {
    await withdrew(50_00n);
    await passes(ago);
  });
  expect(facts).toEqual({ ...NOTHING, inADay, inDays });
});

test('review: every withdrawal counts that was not given back', async () => {
  const states = ['gathering', 'held', 'checking', 'called', 'paid', 'returned', 'refused', 'cancelled'];
  const facts = await factsAfter(async ({ withdrew, changed }) => {
    await changed('password');
    for (const [at, state] of states.entries()) await withdrew(10n ** BigInt(at), { state });
  });
  expect(facts).toEqual({ ...NOTHING, inADay: 11_111n, inDays: 11_111n, sincePassword: 11_111n });
});

test.each<[string, Currency, Minor, Minor, boolean]>([
  ['5,000 from nothing', 'BAHT', 0n, 5_000_00n, false],
  ['over 5,000 from nothing', 'BAHT', 0n, 5_000_01n, true],
  ['over 5,000 and ten times the balance', 'BAHT', 600_00n, 6_000_00n, false],
  ['over 5,000 and over ten times the balance', 'BAHT', 600_00n, 6_000_01n, true],
  ['1,000,000 upon as much', 'BAHT', 1_000_000_00n, 1_000_000_00n, false],
  ['over 1,000,000 upon as much', 'BAHT', 1_000_000_00n, 1_000_000_01n, true],
  ['3,000,000 kip from nothing', 'LAK', 0n, 3_000_000_00n, false],
  ['over 3,000,000 kip from nothing', 'LAK', 0n, 3_000_000_01n, true],
  ['600,000,000 kip upon as much', 'LAK', 600_000_000_00n, 600_000_000_00n, false],
  ['over 600,000,000 kip upon as much', 'LAK', 600_000_000_00n, 600_000_000_01n, true],
])('review: a win of %s (%s, had %d, won %d) is a large one: %s', async (_, currency, had, won, isLarge) => {
  const facts = await factsAfter(async ({ posted }) => {
    if (had) await posted('test', 'house:demo', 'game:pg', had);
    await posted('game_result', 'house:games:pg', 'game:pg', won);
  }, currency);
  expect(facts).toEqual({ ...NOTHING, hasLargeResult: isLarge });
});

test('review: a large win counts for 72 hours; a large loss and a large gift are none', async () => {
  const won = (ago: string) =>
    factsAfter(async ({ posted, passes }) => {
      await posted('game_result', 'house:games:pg', 'game:pg', 5_000_01n);
      await passes(ago);
    });
  expect(await won('71:59:59.999999')).toEqual({ ...NOTHING, hasLargeResult: true });
  expect(await won('72:00:00')).toEqual(NOTHING);
  const others = await factsAfter(async ({ posted }) => {
    await posted('test', 'house:demo', 'game:pg', 5_000_000_00n);
    await posted('game_result', 'game:pg', 'house:games:pg', 4_000_000_00n);
  });
  expect(others).toEqual(NOTHING);
});

test('review: a bank account is new for 24 hours if it was changed after the first deposit, whatever came later', async () => {
  const pay = ({ posted }: Story) => posted('deposit', 'house:payments:test:1', 'main', 10_00n);
  const told = async (tell: (story: Story) => Promise<unknown>) => (await factsAfter(tell)).hasNewBank;
  const changedAfterPaying = async (story: Story, ago: string) => {
    await pay(story);
    await story.passes('00:00:00.000001');
    await story.changed('bank');
    await story.passes(ago);
  };
  expect(await told((story) => changedAfterPaying(story, '23:59:59.999999'))).toBe(true);
  expect(await told((story) => changedAfterPaying(story, '24:00:00'))).toBe(false);
  // A deposit after the change does not make it an older account.
  const paidAgain = async (story: Story) => {
    await changedAfterPaying(story, '01:00:00');
    await pay(story);
  };
  expect(await told(paidAgain)).toBe(true);
  // The newest change is the one that counts.
  const changedAgain = async (story: Story) => {
    await changedAfterPaying(story, '48:00:00');
    await story.changed('bank');
  };
  expect(await told(changedAgain)).toBe(true);
  const otherChange = async (story: Story) => {
    await pay(story);
    await story.passes('00:00:01');
    await story.changed('password');
  };
  expect(await told(otherChange)).toBe(false);
});

test('review: since a new password counts for 24 hours what was asked for at that moment or later', async () => {
  const since = async (ago: string, tell: (story: Story) => Promise<unknown> = async () => {}) =>
    (
      await factsAfter(async (story) => {
        await story.withdrew(1_00n);
        await story.passes('00:00:00.000001');
        await story.changed('password');
        await tell(story);
        await story.passes(ago);
      })
    ).sincePassword;
  expect(await since('01:00:00')).toBe(0n);
  expect(await since('23:59:59.999999', ({ withdrew }) => withdrew(20_00n))).toBe(20_00n);
  expect(await since('24:00:00', ({ withdrew }) => withdrew(20_00n))).toBeNull();
  const again = async ({ withdrew, passes, changed }: Story) => {
    await withdrew(20_00n);
    await passes('30:00:00');
    await changed('password');
    await withdrew(3_00n);
  };
  expect(await since('01:00:00', again)).toBe(3_00n);
});
