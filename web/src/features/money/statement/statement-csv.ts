import type { Currency } from '@krapao/contract/money.ts';
import type { Translate } from '../../../i18n/dictionary.ts';
import { dateTimeText } from '../../../platform/date-text.ts';
import { CURRENCY_NAMES } from '../../../ui/currency-names.ts';
import { activityOf, resultText } from '../../../wallet/activity.ts';
import { amountText, figureOf, signedText, wireText } from '../../../wallet/entry-amount.ts';
import { entryStatusOf } from '../../../wallet/entry-status.ts';
import { type Cell, csvText } from './csv.ts';
import type { Line } from './lines.ts';
import { dayText } from './result-day.ts';
import type { StatementFilter } from './statement-filter.ts';

type Games = readonly { code: string; name: string }[];

/** The exported file: the words of the screen, and figures a spreadsheet can count with. */
export function statementCsv(
  lines: readonly Line[],
  t: Translate,
  { games, currency }: { games: Games; currency: Currency | undefined },
): string {
  const head: Cell[] = [
    t('statement.column.time'),
    t('statement.type'),
    t('statement.column.activity'),
    t('statement.column.detail'),
    t('statement.column.status'),
    t('statement.column.amount'),
    t('statement.column.balance'),
    t('statement.column.currency'),
    t('statement.column.id'),
  ];
  const money = currency ? t(CURRENCY_NAMES[currency]) : '';
  const rows = lines.map(({ entry, result }): Cell[] => {
    if (!entry) {
      const amount = { number: figureOf(signedText(result.amount)) };
      return [dayText(result.day), t('statement.results'), resultText(result, t, games), '', '', amount, '', money, ''];
    }
    const { text, detail } = activityOf(entry, t, games);
    return [
      dateTimeText(new Date(entry.createdAt)),
      t(`statement.type.${entry.statementType}`),
      text,
      detail ?? '',
      t(entryStatusOf(entry).key),
      { number: figureOf(amountText(entry)) },
      entry.balanceAfter === null ? '' : { number: figureOf(wireText(entry.balanceAfter)) },
      money,
      entry.id,
    ];
  });
  return csvText([head, ...rows]);
}

/** statement_2026-11-01_2026-11-15.csv */
export function fileName({ from, to }: StatementFilter, today: string): string {
  return `${['statement', from, to || today].filter(Boolean).join('_')}.csv`;
}
