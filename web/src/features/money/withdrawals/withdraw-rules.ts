import { addWireMoney, type Currency, type Minor } from '@krapao/contract/money.ts';

const QUICK_PICKS: Record<Currency, readonly number[]> = {
  BAHT: [100, 500, 1_000, 5_000],
  LAK: [50_000, 100_000, 500_000, 1_000_000],
};

/** Both bounds are allowed themselves. */
export type WithdrawBounds = { min: Minor; max: Minor };
export type WithdrawProblem = 'AMOUNT' | 'MINIMUM' | 'MAXIMUM' | 'NOT_ENOUGH';

export function boundsOf(limits: { withdrawMin: number; withdrawMax: number }): WithdrawBounds {
  return { min: addWireMoney([limits.withdrawMin]), max: addWireMoney([limits.withdrawMax]) };
}

/** Bounds that could not be read are left to the server, which has the last word anyway. */
export function withdrawProblem(
  amount: Minor | null,
  available: Minor,
  bounds: WithdrawBounds | undefined,
): WithdrawProblem | null {
  if (amount === null || amount === 0n) return 'AMOUNT';
  if (bounds && amount < bounds.min) return 'MINIMUM';
  if (bounds && amount > bounds.max) return 'MAXIMUM';
  return amount > available ? 'NOT_ENOUGH' : null;
}

/** "All" takes the whole balance, up to the maximum of one withdrawal. */
export function mostAtOnce(available: Minor, bounds: WithdrawBounds | undefined): Minor {
  return bounds && available > bounds.max ? bounds.max : available;
}

export function picksWithin(currency: Currency, bounds: WithdrawBounds | undefined): readonly number[] {
  const picks = QUICK_PICKS[currency];
  if (!bounds) return picks;
  return picks.filter((pick) => BigInt(pick) * 100n >= bounds.min && BigInt(pick) * 100n <= bounds.max);
}
