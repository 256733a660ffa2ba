import type { Currency } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryActivity, EntryAmount, EntryTime } from './entry-parts.tsx';
import { entryStatusOf } from './entry-status.ts';
import type { StatementEntry } from './statement.queries.ts';
import { StatusChip } from './status-chip.tsx';

const CURRENCY_NAMES = { BAHT: 'money.baht', LAK: 'money.kip' } as const satisfies Record<Currency, string>;

export function EntryTable({ entries }: { entries: readonly StatementEntry[] }) {
  const { t } = useI18n();
  const currency = useWalletBasics()?.profile.currency;
  const columns: Column<StatementEntry>[] = [
    {
      label: t('statement.column.activity'),
      isRowHead: true,
      cell: (entry) => (
        <div className="flex items-center gap-3.5">
          <EntryIcon entry={entry} />
          <div className="min-w-0">
            <EntryActivity entry={entry} />
          </div>
        </div>
      ),
    },
    { label: t('statement.column.time'), cell: (entry) => <EntryTime entry={entry} /> },
    { label: t('statement.column.status'), cell: (entry) => <StatusChip status={entryStatusOf(entry)} /> },
    {
      label: `${t('statement.column.amount')}${currency ? ` (${t(CURRENCY_NAMES[currency])})` : ''}`,
      isRight: true,
      cell: (entry) => <EntryAmount entry={entry} />,
    },
  ];
  return <Table look="page" title={t('statement.title')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
