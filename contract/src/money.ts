/** Money is a whole number of minor units (satang, att). It is a bigint everywhere but on the wire. */
export type Minor = bigint;

export const CURRENCIES = ['BAHT', 'LAK'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** At most ten digits. A comma must group thousands: where it is the decimal sign, "1,50" dropped to 150 is a loss. */
const AMOUNT = /^(\d{1,10}|\d{1,3}(?:,\d{3}){1,2}|\d(?:,\d{3}){3})(?:\.(\d{1,2}))?$/;

/** Reads what a person typed ("1,234.5") or `null` if it is not an amount with at most two decimals. */
export function parseMoney(text: string): Minor | null {
  const match = AMOUNT.exec(text.trim());
  if (!match?.[1]) return null;
  return BigInt(match[1].replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** A JSON number of baht or kip becomes minor units by its decimal digits, never by multiplying a float. */
export function moneyFromWire(amount: number): Minor | null {
  return parseMoney(String(amount));
}

export function moneyToWire(minor: Minor): number {
  return Number(minor) / 100;
}

/** A balance may be more than a member may enter at once: up to thirteen digits. `null` if the text is no balance. */
export function parseBalance(text: string): Minor | null {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  return match?.[1] ? BigInt(match[1]) * 100n + BigInt((match[2] ?? '').padEnd(2, '0')) : null;
}

/** Adds amounts that arrived over the wire without letting a float near the sum. */
export function addWireMoney(amounts: readonly number[]): Minor {
  return amounts.reduce((sum, amount) => sum + (amount < 0 ? -minorOf(-amount) : minorOf(amount)), 0n);
}

function minorOf(amount: number): Minor {
  const minor = parseBalance(String(amount));
  if (minor === null) throw new RangeError(`${amount} is not an amount of money`);
  return minor;
}

/** The same figures in every language: 1,234,567.50 */
export function formatMoney(minor: Minor): string {
  const sign = minor < 0n ? '−' : '';
  const absolute = minor < 0n ? -minor : minor;
  const whole = (absolute / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${whole}.${(absolute % 100n).toString().padStart(2, '0')}`;
}
