import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { addWireMoney, formatMoney } from '@krapao/contract/money.ts';
import type { StatementEntry } from './movements.queries.ts';

type Counted = Pick<StatementEntry, 'statementType' | 'from' | 'to' | 'amount'>;

/** The entry's effect on the main wallet. A transfer from game to game has none, and no sign. */
export function signOf({ statementType, from, to, amount }: Counted): '+' | '−' | '' {
  if (amount === 0) return '';
  if (statementType === 'transfer') return to === MAIN_WALLET ? '+' : from === MAIN_WALLET ? '−' : '';
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
