import { useI18n } from '../../../i18n/i18n.tsx';
import { CURRENCY_NAMES } from '../../../ui/currency-names.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { entryStatusOf } from '../../../wallet/entry-status.ts';
import { openMovement } from '../../../wallet/movement-place.ts';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { DayHeading } from './day-heading.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryBalance, EntryTime } from './entry-parts.tsx';
import { type Day, keyOf, type Line } from './lines.ts';
import { ResultActivity, ResultAmount, ResultDay, ResultIcon } from './result-parts.tsx';
import { StatusChip } from './status-chip.tsx';

export function EntryTable({ days }: { days: readonly Day[] }) {
  const { t } = useI18n();
  const currency = useWalletBasics()?.profile.currency;
  const columns: Column<Line>[] = [
    {
      label: t('statement.column.activity'),
      isRowHead: true,
      cell: ({ entry, result }) => (
        <div className="flex items-center gap-3.5">
          {entry ? <EntryIcon entry={entry} /> : <ResultIcon />}
          {entry ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => openMovement(entry.id)}
              // The whole row is the target.
              className="min-w-0 text-left after:absolute after:inset-0"
            >
              <EntryActivity entry={entry} />
            </button>
          ) : (
            <ResultActivity result={result} />
          )}
        </div>
      ),
    },
    {
      label: t('statement.column.time'),
      cell: ({ entry, result }) => (entry ? <EntryTime entry={entry} /> : <ResultDay result={result} />),
    },
    {
      label: t('statement.column.status'),
      cell: ({ entry }) => entry && <StatusChip status={entryStatusOf(entry)} />,
    },
    {
      label: `${t('statement.column.amount')}${currency ? ` (${t(CURRENCY_NAMES[currency])})` : ''}`,
      isRight: true,
      cell: ({ entry, result }) => (entry ? <EntryAmount entry={entry} /> : <ResultAmount result={result} />),
    },
    {
      label: t('statement.column.balance'),
      isRight: true,
      cell: ({ entry }) => entry && <EntryBalance entry={entry} />,
    },
  ];
  const groups = days.map((day) => ({ key: day.day, head: <DayHeading day={day} />, rows: day.lines }));
  return <Table look="page" title={t('statement.title')} columns={columns} groups={groups} keyOf={keyOf} />;
}
