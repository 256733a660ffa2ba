import { useI18n } from '../../../i18n/i18n.tsx';
import { statusOf } from './entry-status.ts';
import { SlipAmount, SlipReason, SlipTime, ViewImage } from './slip-parts.tsx';
import type { Slip } from './slips.queries.ts';
import { StatusChip } from './status-chip.tsx';

type SlipsProps = { slips: readonly Slip[]; onView: (slip: Slip) => void };

const HEAD = 'px-3 py-2.5 text-small font-semibold text-muted first:pl-4 last:pr-4';
const CELL = 'px-3 py-3 first:pl-4 last:pr-4';

export function SlipTable({ slips, onView }: SlipsProps) {
  const { t } = useI18n();
  return (
    <div className="overflow-hidden rounded-md border border-ink-3">
      <table className="w-full text-left">
        <caption className="sr-only">{t('slips.title')}</caption>
        <thead className="border-b border-ink-3 bg-ink-2/60">
          <tr>
            <th scope="col" className={HEAD}>
              {t('statement.column.time')}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {t('statement.column.amount')}
            </th>
            <th scope="col" className={HEAD}>
              {t('statement.column.status')}
            </th>
            <th scope="col" className={HEAD}>
              <span className="sr-only">{t('slips.view')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-ink-3/60">
          {slips.map((slip) => (
            <tr key={slip.reference}>
              <th scope="row" className={`${CELL} font-normal`}>
                <SlipTime slip={slip} />
              </th>
              <td className={`${CELL} text-right`}>
                <SlipAmount slip={slip} />
              </td>
              <td className={CELL}>
                <StatusChip status={statusOf(slip.status)} />
                <SlipReason slip={slip} />
              </td>
              <td className={`${CELL} text-right`}>
                <ViewImage slip={slip} onView={onView} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
