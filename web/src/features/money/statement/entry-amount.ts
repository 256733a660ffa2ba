import { addWireMoney, formatMoney } from '@krapao/contract/money.ts';
import type { StatementEntry } from './statement.queries.ts';

type Counted = Pick<StatementEntry, 'statementType' | 'amount'>;

/** The entry's effect on the member's total. A transfer between own wallets changes nothing: it has no sign. */
export function signOf({ statementType, amount }: Counted): '+' | '−' | '' {
  if (statementType === 'transfer' || amount === 0) return '';
  if (statementType === 'withdraw') return '−';
  return amount < 0 ? '−' : '+';
}

/** +500.00 */
export function amountText(entry: Counted): string {
  return `${signOf(entry)}${wireText(Math.abs(entry.amount))}`;
}

/** What was won or lost: +500.00, −20.00 */
export function signedText(amount: number): string {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return `${sign}${wireText(Math.abs(amount))}`;
}

/** 500.00 */
export function wireText(amount: number): string {
  return formatMoney(addWireMoney([amount]));
}

/** As a spreadsheet counts: -1100.00 */
export function figureOf(text: string): string {
  return text.replaceAll(',', '').replace('−', '-').replace('+', '');
}
