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
  return `${signOf(entry)}${formatMoney(addWireMoney([Math.abs(entry.amount)]))}`;
}
