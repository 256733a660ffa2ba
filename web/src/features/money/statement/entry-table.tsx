import type { Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryTime } from './entry-parts.tsx';
import { entryStatusOf } from './entry-status.ts';
import type { StatementEntry } from './statement.queries.ts';
import { StatusChip } from './status-chip.tsx';

const CURRENCY_NAMES = { BAHT: 'money.baht', LAK: 'money.kip' } as const satisfies Record<Currency, string>;
const HEAD = 'px-5 py-3 text-small font-semibold text-muted';
const CELL = 'px-5 py-3.5';

export function EntryTable({ entries }: { entries: readonly StatementEntry[] }) {
  const { t } = useI18n();
  const currency = useWalletBasics()?.profile.currency;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('statement.title')}</caption>
      <thead className="border-b border-ink-3">
        <tr>
          <th scope="col" className={HEAD}>
            {t('statement.column.activity')}
          </th>
          <th scope="col" className={HEAD}>
            {t('statement.column.time')}
          </th>
          <th scope="col" className={HEAD}>
            {t('statement.column.status')}
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            {t('statement.column.amount')}
            {currency && ` (${t(CURRENCY_NAMES[currency])})`}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-ink-3/60">
        {entries.map((entry) => (
          <tr key={entry.id} className="transition-colors hover:bg-ink-2/40">
            <th scope="row" className={`${CELL} font-normal`}>
              <div className="flex items-center gap-3.5">
                <EntryIcon entry={entry} />
                <div className="min-w-0">
                  <EntryActivity entry={entry} />
                </div>
              </div>
            </th>
            <td className={CELL}>
              <EntryTime entry={entry} />
            </td>
            <td className={CELL}>
              <StatusChip status={entryStatusOf(entry)} />
            </td>
            <td className={`${CELL} text-right`}>
              <EntryAmount entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
