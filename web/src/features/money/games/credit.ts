import { formatMoney, type Minor } from '@krapao/contract/money.ts';

/**
 * An amount in the game's own credit: by the factor's decimal digits, never by multiplying a float, and rounded
 * down. `null` if the factor makes no sense.
 */
export function creditOf(amount: Minor, factor: number): Minor | null {
  const digits = /^(\d+)(?:\.(\d+))?$/.exec(String(factor));
  if (!digits) return null;
  const [, whole = '', decimals = ''] = digits;
  return (amount * BigInt(whole + decimals)) / 10n ** BigInt(decimals.length);
}

export function creditText(amount: Minor, factor: number): string | null {
  const credit = creditOf(amount, factor);
  return credit === null ? null : formatMoney(credit);
}
