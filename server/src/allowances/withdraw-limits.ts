import type { Currency, Minor } from '@krapao/contract/money.ts';

/** Both bounds are allowed themselves. */
export const WITHDRAW_LIMITS: Record<Currency, { min: Minor; max: Minor }> = {
  BAHT: { min: 100_00n, max: 50_000_00n },
  LAK: { min: 50_000_00n, max: 30_000_000_00n },
};
