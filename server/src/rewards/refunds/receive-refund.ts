import type { Minor } from '@krapao/contract/money.ts';
import { type Campaign, findCampaign, houseOf, requireSameTerms, spendBudget } from '../../conditions/campaigns.ts';
import { conditionOf } from '../../conditions/conditions.queries.ts';
import {
  type GrantDeps,
  lookWhetherFree,
  type Refusals,
  readQuietGames,
  receiveReward,
} from '../../conditions/grant.ts';
import { balancesOf, inMemberTransaction, post } from '../../ledger/ledger.ts';
import { worthOf } from '../../ledger/worth.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Attempt, claim, conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { insertRefund, type Lows, lowsOf } from './refunds.queries.ts';

const REFUSALS: Refusals = { bound: 'REFUND_CONDITION', unread: 'SERVICE_UNAVAILABLE' };
const DONE = { message: 'REFUND_SUCCESS' } as const;

/** Within seven days, in whole baht; in kip as many times as a baht is worth. */
type WeeklyCap = { refundAWeek: number };

type Refund = { amount: Minor; low: Minor };

/**
 * A share of each new low, by the terms of its day. `low`: down to where it is refunded then. What the week's most leaves
 * over can be received later.
 */
export function refundOf(lows: Lows, { currency, cap }: Pick<Campaign, 'currency' | 'cap'>, most: WeeklyCap): Refund {
  const { refunded, lately, newLows } = lows;
  const whole = newLows.reduce((sum, { top, low, rate }) => sum + (top - low) * rate, 0n) / 100n;
  const due = cap !== null && whole > cap ? cap : whole;
  const week = worthOf(most.refundAWeek, currency);
  const left = week > lately ? week - lately : 0n;
  if (due <= left) return { amount: due, low: newLows.at(-1)?.low ?? refunded };
  return { amount: left, low: lowFor(left, lows) };
}

/** How far down so much money refunds, rounded against the member. */
function lowFor(amount: Minor, { refunded, newLows }: Lows): Minor {
  let left = amount * 100n;
  let reached = refunded;
  for (const { top, low, rate } of newLows) {
    const share = (top - low) * rate;
    if (share > left) return top - (left + rate - 1n) / rate;
    left -= share;
    reached = low;
  }
  return reached;
}

/** Puts the refund into the pot, where it waits until the member adds it to the wallet. */
export async function receiveRefund(deps: GrantDeps & WeeklyCap, member: Owner, attempt: Attempt) {
  const { db } = deps;
  const { memberId, currency } = member;
  const programme = await findCampaign(db, 'refund', '', currency);
  if (!programme?.is_given) throw new AppError('REFUND_INACTIVE');
  // Reads the games first, since a win that was not read yet lifts the low.
  const games = await readQuietGames(deps, member);
  const receiving = inMemberTransaction(db, memberId, async (tx) => {
    await claim(tx, attempt);
    if (await conditionOf(tx, memberId)) throw new AppError('REFUND_CONDITION');
    if (!games) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
    const lows = await lowsOf(tx, member);
    if (!lows.has_loss) throw new AppError('NO_REFUND');
    const { amount, low } = refundOf(lows, programme, deps);
    if (amount === 0n) throw new AppError('REFUND_MINIMUM');
    await requireSameTerms(tx, programme);
    await spendBudget(tx, programme, amount);
    await insertRefund(tx, { memberId, id: attempt.id, amount, low });
    const key = `refund/${memberId}/${attempt.id}`;
    const from = houseOf('refund');
    await post(tx, { key, reason: 'refund', memberId, currency, from, to: 'refund_pot', amount });
    await recordAnswer(tx, attempt, { status: 200, body: DONE });
  });
  await receiving.catch(conflictOn('refunds_pkey'));
  deps.announce(memberId);
  return DONE;
}

/** The money in the pot was earned: the member can have it also after the programme was closed. */
export async function addRefundToWallet(deps: GrantDeps, member: Owner, attempt: Attempt) {
  const { memberId, currency } = member;
  const programme = await findCampaign(deps.db, 'refund', '', currency);
  if (!programme) throw new AppError('REFUND_INACTIVE');
  await lookWhetherFree(deps, member);
  return receiveReward(deps, { member, attempt, refusals: REFUSALS }, async (tx, { requireFree }) => {
    requireFree();
    const credit = (await balancesOf(tx, memberId)).get('refund_pot') ?? 0n;
    if (credit === 0n) throw new AppError('REFUND_MINIMUM');
    await requireSameTerms(tx, programme);
    const grant = {
      kind: 'refund',
      code: '',
      description: `${programme.rate_percent}%`,
      credit,
      from: 'refund_pot',
      successPercent: programme.success_percent,
      failPercent: programme.fail_percent,
    } as const;
    return { grant, answer: async () => DONE };
  });
}
