import type { Currency, Minor } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';

/** The least and the most that one withdrawal may be, both included. */
export const WITHDRAW_LIMITS: Record<Currency, { min: Minor; max: Minor }> = {
  BAHT: { min: 100_00n, max: 50_000_00n },
  LAK: { min: 50_000_00n, max: 30_000_000_00n },
};

export function requireWithinLimits({ currency, amount }: { currency: Currency; amount: Minor }): void {
  const { min, max } = WITHDRAW_LIMITS[currency];
  if (amount < min) throw new AppError('WITHDRAW_MINIMUM');
  if (amount > max) throw new AppError('WITHDRAW_MAXIMUM');
}
