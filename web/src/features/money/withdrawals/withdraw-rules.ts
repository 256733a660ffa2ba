import { PAYOUT_UNIT } from '@krapao/contract/money/limits.ts';
import { addWireMoney, type Currency, type Minor } from '@krapao/contract/money.ts';

const QUICK_PICKS: Record<Currency, readonly number[]> = {
  BAHT: [100, 500, 1_000, 5_000],
  LAK: [50_000, 100_000, 500_000, 1_000_000],
};

/** Both bounds are allowed themselves. */
export type WithdrawBounds = { min: Minor; max: Minor };
export type WithdrawProblem = 'AMOUNT' | 'MINIMUM' | 'MAXIMUM' | 'NOT_ENOUGH' | 'WHOLE';

export function boundsOf(limits: { withdrawMin: number; withdrawMax: number }): WithdrawBounds {
  return { min: addWireMoney([limits.withdrawMin]), max: addWireMoney([limits.withdrawMax]) };
}

type Bound = { main: Minor; games: Minor; owed: Minor; withheld: Minor };

/** All but what is withheld; of a member who owes, no more than what the main wallet has beyond that. */
export function withdrawableOf({ main, games, owed, withheld }: Bound): Minor {
  const free = main + games > withheld ? main + games - withheld : 0n;
  if (owed === 0n) return free;
  const beyond = main > owed ? main - owed : 0n;
  return beyond < free ? beyond : free;
}

/** Bounds that could not be read are left to the server, which has the last word anyway. */
export function withdrawProblem(
  amount: Minor | null,
  { available, bounds, currency }: { available: Minor; bounds: WithdrawBounds | undefined; currency: Currency },
): WithdrawProblem | null {
  if (amount === null || amount === 0n) return 'AMOUNT';
  if (bounds && amount < bounds.min) return 'MINIMUM';
  if (bounds && amount > bounds.max) return 'MAXIMUM';
  if (amount > available) return 'NOT_ENOUGH';
  return amount % PAYOUT_UNIT[currency] === 0n ? null : 'WHOLE';
}

/** "All" takes the whole balance, as far as a bank pays it out and up to the maximum of one withdrawal. */
export function mostAtOnce(available: Minor, bounds: WithdrawBounds | undefined, currency: Currency): Minor {
  if (bounds && available > bounds.max) return bounds.max;
  return available - (available % PAYOUT_UNIT[currency]);
}

export function picksWithin(currency: Currency, bounds: WithdrawBounds | undefined): readonly number[] {
  const picks = QUICK_PICKS[currency];
  if (!bounds) return picks;
  return picks.filter((pick) => BigInt(pick) * 100n >= bounds.min && BigInt(pick) * 100n <= bounds.max);
}
