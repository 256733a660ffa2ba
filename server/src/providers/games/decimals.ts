import { type Minor, parseBalance } from '@krapao/contract/money.ts';

export function decimalBalance(value: unknown): Minor | null {
  return typeof value === 'string' ? parseBalance(value) : null;
}

/** 100.00 */
export function decimalText(amount: Minor): string {
  return `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
}
