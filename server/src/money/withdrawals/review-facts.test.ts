import { randomUUID } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { expect, test } from 'vitest';
import { newMember } from '../../../../world/people.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { putUpSandboxWheel } from '../../demo/wheel.ts';
import { type Account, post } from '../../ledger/ledger.ts';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { readReviewFacts } from './review.queries.ts';
import type { ReviewFacts } from './review.ts';
import { reviewOf } from './send-to-review.ts';

const { owner: db } = await cloneDatabase();
await putUpSandboxWheel(db);
const { review: rules, resultSizes } = reviewOf(readConfig({ DATABASE_URL: 'postgres://of/nobody' }));

type Story = {
  withdrew: (amount: Minor, wish?: { state?: string; stopped?: boolean; held?: boolean }) => Promise<string>;
  posted: (reason: string, from: Account, to: Account, amount: Minor) => Promise<{ postingId: bigint }>;
  /** A payment that was made so long ago is credited. */
  paid: (amount: Minor, ago: string) => Promise<unknown>;
  changed: (what: 'bank' | 'password') => Promise<unknown>;
  spun: () => Promise<unknown>;
  /** A bonus begins, is met by 100 baht while the member plays, and is over a second later. */
  rewarded: (play: () => Promise<unknown>) => Promise<unknown>;
  /** The product's clock goes on by so much, to the microsecond: within a transaction it stands still otherwise. */
  passes: (time: string) => Promise<unknown>;
};

async function storyOf(tx: Transaction, currency: Currency): Promise<Story & { memberId: string }> {
  const { id: memberId } = await newMember(tx, currency === 'LAK' ? 'la' : 'th');
  const posted: Story['posted'] = (reason, from, to, amount) =>
    post(tx, { key: `test/${randomUUID()}`, reason, memberId, currency, from, to, amount });
  return {
    memberId,
    withdrew: async (amount, { state = 'held', stopped = false, held = state !== 'gathering' } = {}) => {
      const id = randomUUID();
      await tx.query(
        `insert into withdrawals (member_id, id, call, amount, currency, bank_code, bank_account_no, bank_account_name,
            state, called_at, next_try_at, returned_why, stopped_at, held_at)
          values ($1, $2, '', $3, $4, '', '', '', $5, now(),
            case when $5 in ('gathering', 'held', 'called') then now() end, 'BANK', case when $6 then app_now() end,
            case when $7 then app_now() end)`,
        [memberId, id, amount, currency, state, stopped, held],
      );
      return id;
    },
    posted,
    paid: async (amount, ago) => {
      await tx.query(
        `insert into payments (receiver_bank, receiver_account, notice_id, amount, currency, paid_at, sender_account,
            sender_name, member_id, credited_at, reported_by)
          values ('', '', gen_random_uuid(), $2, $3, app_now() - $4::interval, '', '', $1, app_now(), '{}')`,
        [memberId, amount, currency, ago],
      );
      await posted('deposit', 'house:payments:test:1', 'main', amount);
    },
    changed: (what) => tx.query('insert into account_changes (member_id, what) values ($1, $2)', [memberId, what]),
    spun: () =>
      tx.query(
        `insert into spins (member_id, id, wheel_id, slice_code, server_seed, client_seed, expires_at)
          select $1, gen_random_uuid(), wheel_id, code, '', '', 'infinity' from wheel_slices limit 1`,
        [memberId],
      ),
    rewarded: async (play) => {
      const { postingId } = await posted('reward', 'house:rewards:bonus', 'main', 10_00n);
      const id = randomUUID();
      await tx.query(
        `insert into conditions (member_id, id, kind, code, description, currency, credit, start, total, success_percent,
            fail_percent, grant_id, state)
          values ($1, $2, 'bonus', 'X', '', $3, 1000, 20000, 30000, 150, 5, $4, 'running')`,
        [memberId, id, currency, postingId],
      );
      await play();
      await tx.query(`update conditions set state = 'succeeded', finished_at = app_now() where id = $1`, [id]);
      await tx.query(`update clock set ahead = ahead + interval '1 second'`);
    },
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
    const facts = await readReviewFacts(tx, key, { rules, results: resultSizes[currency] });
    await tx.query(`update clock set ahead = '0'`);
    return facts;
  });
}

const NOTHING: ReviewFacts = {
  amount: 100_00n,
  inADay: 0n,
  inDays: 0n,
  paidIn: 0n,
  paidInBefore: 0n,
  hasLargeResult: false,
  hasUnseenWins: false,
  hasLossesBack: false,
  hasNewBank: false,
  sincePassword: null,
  isPasswordNewer: false,
  hasCoinsWithoutPlay: false,
  flags: [],
  disputed: [],
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
    paidInBefore: 650_00n,
    hasLargeResult: true,
    hasNewBank: false,
    sincePassword: 50_00n,
    isOwing: true,
  });
  expect(await factsAfter(async () => {})).toEqual(NOTHING);
});

test.each([
  ['23:59:59.999999', 50_00n, 50_00n, 0n],
  ['24:00:00', 0n, 50_00n, 0n],
  ['29 days 23:59:59.999999', 0n, 50_00n, 0n],
  ['30 days', 0n, 0n, -50_00n],
])(
  'review: a withdrawal of %s ago counts to 24 hours with %d, to 30 days with %d and to what was paid in with %d',
  async (ago, inADay, inDays, paidInBefore) => {
    const facts = await factsAfter(async ({ withdrew, passes }) => {
      await withdrew(50_00n);
      await passes(ago);
    });
    expect(facts).toEqual({ ...NOTHING, inADay, inDays, paidInBefore });
  },
);

test('review: every withdrawal counts that was not given back', async () => {
  const states = ['gathering', 'held', 'checking', 'called', 'paid', 'returned', 'refused', 'cancelled'];
  const facts = await factsAfter(async ({ withdrew, changed }) => {
    await changed('password');
    for (const [at, state] of states.entries()) await withdrew(10n ** BigInt(at), { state });
  });
  const counted = { inADay: 11_111n, inDays: 11_111n, sincePassword: 11_111n };
  expect(facts).toEqual({ ...NOTHING, ...counted });
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

test('review: a bank account that was changed between a payment and its credit is new', async () => {
  const changedWhileItWaits = (paid: string) => async (story: Story) => {
    await story.changed('bank');
    await story.passes('01:00:00');
    await story.paid(10_00n, paid);
  };
  const told = async (paid: string) => (await factsAfter(changedWhileItWaits(paid))).hasNewBank;
  expect(await told('01:00:00.000001')).toBe(true);
  expect(await told('01:00:00')).toBe(false);
});

test('review: where a password was set within 24 hours, all that was asked for within 24 hours counts', async () => {
  const counted = async (tell: (story: Story) => Promise<unknown>) => (await factsAfter(tell)).sincePassword;
  const setAgo = (ago: string) => async (story: Story) => {
    await story.withdrew(1_00n);
    await story.passes('00:00:01');
    await story.changed('password');
    await story.passes(ago);
    await story.withdrew(20_00n);
  };
  expect(await counted(setAgo('01:00:00'))).toBe(21_00n);
  expect(await counted(setAgo('23:59:59.999999'))).toBe(20_00n);
  expect(await counted(setAgo('24:00:00'))).toBeNull();
  // Setting it again between withdrawals begins no new sum.
  const again = async ({ withdrew, passes, changed }: Story) => {
    for (const amount of [1n, 10n, 100n]) {
      await changed('password');
      await withdrew(amount);
      await passes('00:00:01');
    }
    await changed('password');
  };
  expect(await counted(again)).toBe(111n);
});

test('review: a password is newer than a withdrawal if it was set after its money was set aside', async () => {
  const isNewer = (tell: (story: Story) => Promise<unknown>) =>
    inTransaction(db, async (tx) => {
      const story = await storyOf(tx, 'BAHT');
      await story.changed('password');
      const id = await story.withdrew(100_00n);
      await tell(story);
      const key = { memberId: story.memberId, id };
      const { isPasswordNewer } = await readReviewFacts(tx, key, { rules, results: resultSizes.BAHT });
      await tx.query(`update clock set ahead = '0'`);
      return isPasswordNewer;
    });
  expect(await isNewer(async ({ passes }) => passes('01:00:00'))).toBe(false);
  const later = async ({ passes, changed }: Story) => {
    await passes('00:00:01');
    await changed('password');
  };
  expect(await isNewer(later)).toBe(true);
});

const deposited = ({ posted }: Story, amount: Minor) => posted('deposit', 'house:payments:test:1', 'main', amount);
const won = ({ posted }: Story, amount: Minor) => posted('game_result', 'house:games:pg', 'game:pg', amount);

test.each<[string, (story: Story) => Promise<unknown>, Minor]>([
  ['what was paid in before the win', async (story) => won(story, 9_00n), 100_00n],
  [
    'not what was paid in after it, nor what was taken out',
    async (story) => {
      await won(story, 9_00n);
      await story.passes('00:00:01');
      await deposited(story, 2_000_00n);
      await story.withdrew(2_000_00n);
    },
    100_00n,
  ],
  [
    'less what was taken out before it',
    async (story) => {
      await deposited(story, 2_000_00n);
      await story.withdrew(2_050_00n);
      await story.passes('00:00:01');
      await won(story, 9_00n);
    },
    50_00n,
  ],
  [
    'what came back was not taken out',
    async (story) => {
      await story.withdrew(90_00n, { state: 'returned' });
      await story.passes('00:00:01');
      await won(story, 9_00n);
    },
    100_00n,
  ],
  [
    'the largest win is the one that counts',
    async (story) => {
      await won(story, 9_00n);
      await story.passes('00:00:01');
      await deposited(story, 30_00n);
      await won(story, 8_99n);
    },
    100_00n,
  ],
  [
    'a larger loss is no win',
    async (story) => {
      await won(story, 9_00n);
      await story.passes('00:00:01');
      await deposited(story, 30_00n);
      await story.posted('game_result', 'game:pg', 'house:games:pg', 9_00n);
    },
    100_00n,
  ],
  [
    'a win of more than 30 days ago counts no more',
    async (story) => {
      await won(story, 9_00n);
      await story.passes('30 days');
      await deposited(story, 30_00n);
    },
    130_00n,
  ],
  ['without a win, also what was taken out in these 30 days', async (story) => story.withdrew(70_00n), 100_00n],
  [
    'without a win, not what was taken out before',
    async (story) => {
      await story.withdrew(70_00n);
      await story.passes('30 days');
    },
    30_00n,
  ],
])('review: what was paid in before the largest win: %s', async (_, tell, paidInBefore) => {
  const facts = await factsAfter(async (story) => {
    await deposited(story, 100_00n);
    await tell(story);
  });
  expect(facts.paidInBefore).toBe(paidInBefore);
});

test.each<[string, (story: Story) => Promise<unknown>, boolean]>([
  ['spun, nothing played', async ({ spun }) => spun(), true],
  ['not spun', async () => {}, false],
  [
    'less than a tenth won',
    async (story) => {
      await story.spun();
      await won(story, 9_99n);
    },
    true,
  ],
  [
    'a tenth won',
    async (story) => {
      await story.spun();
      await won(story, 10_00n);
    },
    false,
  ],
  [
    'a tenth lost',
    async (story) => {
      await story.spun();
      await story.posted('test', 'house:demo', 'game:pg', 50_00n);
      await story.posted('game_result', 'game:pg', 'house:games:pg', 10_00n);
    },
    false,
  ],
  [
    'as much won as lost',
    async (story) => {
      await story.spun();
      await won(story, 90_00n);
      await story.posted('game_result', 'game:pg', 'house:games:pg', 90_00n);
    },
    true,
  ],
  [
    'almost 24 hours ago',
    async (story) => {
      await story.spun();
      await story.passes('23:59:59.999999');
    },
    true,
  ],
  [
    '24 hours ago',
    async (story) => {
      await story.spun();
      await story.passes('24:00:00');
    },
    false,
  ],
])('review: coins of a deposit without play: %s', async (_, tell, isWithout) => {
  const facts = await factsAfter(async (story) => {
    // What was won and spun before the deposit says nothing of it.
    await won(story, 500_00n);
    await story.spun();
    await story.passes('00:00:01');
    await deposited(story, 100_00n);
    await tell(story);
  });
  expect(facts.hasCoinsWithoutPlay).toBe(isWithout);
});

const lost = ({ posted }: Story, amount: Minor, code = 'pg') =>
  posted('game_result', `game:${code}`, `house:games:${code}`, amount);
const SECOND = '00:00:01';

test.each<[string, (story: Story) => Promise<unknown>, boolean]>([
  [
    'attack: half of what met it had been told as lost at the game just before',
    async (story) => {
      await lost(story, 50_00n);
      await story.passes('00:59:59.999999');
      await story.rewarded(async () => won(story, 100_00n));
    },
    true,
  ],
  [
    'of two games a quarter each',
    async (story) => {
      await lost(story, 25_00n);
      await lost(story, 25_00n, 'joker');
      await story.rewarded(async () => {
        await won(story, 75_00n);
        await story.posted('game_result', 'house:games:joker', 'game:joker', 25_00n);
      });
    },
    true,
  ],
  [
    'less than half',
    async (story) => {
      await lost(story, 49_99n);
      await story.rewarded(async () => won(story, 100_00n));
    },
    false,
  ],
  [
    'at another game',
    async (story) => {
      await lost(story, 900_00n, 'joker');
      await story.rewarded(async () => won(story, 100_00n));
    },
    false,
  ],
  [
    'an hour before',
    async (story) => {
      await lost(story, 900_00n);
      await story.passes('01:00:00');
      await story.rewarded(async () => won(story, 100_00n));
    },
    false,
  ],
  [
    'under the reward itself',
    async (story) =>
      story.rewarded(async () => {
        await lost(story, 900_00n);
        await won(story, 1_000_00n);
      }),
    false,
  ],
  [
    'told again after the reward',
    async (story) => {
      await lost(story, 900_00n);
      await story.rewarded(async () => story.posted('game_result', 'house:games:joker', 'game:joker', 100_00n));
      await won(story, 900_00n);
    },
    false,
  ],
  [
    'more than 72 hours ago',
    async (story) => {
      await lost(story, 100_00n);
      await story.rewarded(async () => won(story, 100_00n));
      await story.passes('72:00:00');
    },
    false,
  ],
])('review: a reward met by what was lost just before it: %s', async (_, tell, isBack) => {
  const facts = await factsAfter(async (story) => {
    for (const code of ['pg', 'joker'] as const) await story.posted('test', 'house:demo', `game:${code}`, 2_000_00n);
    await story.passes(SECOND);
    await tell(story);
  });
  expect(facts.hasLossesBack).toBe(isBack);
});

test('review: a withdrawal counts from when its money was set aside, and while it is gathered at any time', async () => {
  const facts = await factsAfter(async ({ withdrew, passes }) => {
    await withdrew(7_00n, { state: 'gathering' });
    await withdrew(1_00n);
    await passes('48:00:00');
  });
  expect(facts).toMatchObject({ inADay: 7_00n, inDays: 8_00n });
});
