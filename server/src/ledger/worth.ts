import type { Currency, Minor } from '@krapao/contract/money.ts';

const KIP_A_BAHT = 600n;

/** Limits are set in whole baht; in kip they are as many times as much. */
export function worthOf(baht: number, currency: Currency): Minor {
  return BigInt(baht) * 100n * (currency === 'LAK' ? KIP_A_BAHT : 1n);
}
