import type { Minor } from '@krapao/contract/money.ts';

/** What a provider tells of an account. `remainder`: a fraction of a minor unit, which no account of ours can hold. */
export type Figure = { amount: Minor; remainder: number };

const FIGURE = /^(\d+)(?:\.(\d{1,20}))?$/;
/** A balance may be more than a member may enter at once. A number of more digits would not be exact in JSON. */
const MOST_DIGITS = 15;

/** `null` if the text is no amount. `decimals`: how many of its decimals are minor units. */
function figureOf(text: string, decimals: number): Figure | null {
  const [, whole, fraction = ''] = FIGURE.exec(text) ?? [];
  if (whole === undefined || whole.length + decimals > MOST_DIGITS) return null;
  const minor = fraction.slice(0, decimals).padEnd(decimals, '0');
  return { amount: BigInt(whole + minor), remainder: Number(`0.${fraction.slice(decimals)}0`) };
}

/** "100.00" */
export function figureInText(value: unknown): Figure | null {
  return typeof value === 'string' ? figureOf(value, 2) : null;
}

/** 100.5 */
export function figureInNumber(value: unknown): Figure | null {
  return typeof value === 'number' ? figureOf(digitsOf(value), 2) : null;
}

/** 10050 */
export function figureInMinorUnits(value: unknown): Figure | null {
  return typeof value === 'number' ? figureOf(digitsOf(value), 0) : null;
}

/** What a provider that calculates with fractions has left over of nothing, 5.7e-14, is nothing. */
function digitsOf(value: number): string {
  return value > 0 && value < 1e-6 ? '0' : String(value);
}

/** 100.00 */
export function decimalText(amount: Minor): string {
  return `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
}
