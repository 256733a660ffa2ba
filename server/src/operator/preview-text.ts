import { formatMoney } from '@krapao/contract/money.ts';
import type { Request } from '../staff/requests.queries.ts';

/** Columns of money, in whole minor units. */
const MONEY: ReadonlySet<string> = new Set([
  ...['amount', 'balance', 'balance_after', 'budget', 'cap', 'credit', 'expected', 'fallen_amount', 'first_deposit'],
  ...[
    'forgiven',
    'found',
    'from_after',
    'frozen',
    'granted',
    'high',
    'in_play',
    'low',
    'minimum',
    'moved',
    'net',
    'owed',
  ],
  ...['own_share', 'reported_amount', 'result', 'risen', 'spent', 'start', 'suspect_amount', 'taken', 'taken_back'],
  ...['to_after', 'total', 'unowned_amount'],
]);

/** What a request would change, with money as an operator reads it and not as the rows keep it. */
export function previewText(preview: Request['preview']): string {
  const [currency] = new Set(preview.moves?.map((move) => move.currency));
  return JSON.stringify(withMoney(preview, currency), null, 2);
}

/** The value with every column of money in it as an operator reads it. */
export function withMoney(value: unknown, currency: unknown, name = ''): unknown {
  if (MONEY.has(name) && /^-?\d+$/.test(String(value)))
    return [formatMoney(BigInt(String(value))), currency].filter(Boolean).join(' ');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => withMoney(part, currency));
  const own = 'currency' in value ? value.currency : currency;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withMoney(part, own, key)]));
}
