import { useI18n } from '../../../i18n/i18n.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { statusOf } from '../../../wallet/entry-status.ts';
import { SlipAmount, SlipReason, SlipTime, ViewImage } from './slip-parts.tsx';
import type { Slip } from './slips.queries.ts';
import { StatusChip } from './status-chip.tsx';

type SlipsProps = { slips: readonly Slip[]; onView: (slip: Slip) => void };

export function SlipTable({ slips, onView }: SlipsProps) {
  const { t } = useI18n();
  const columns: Column<Slip>[] = [
    { label: t('statement.column.time'), isRowHead: true, cell: (slip) => <SlipTime slip={slip} /> },
    { label: t('statement.column.amount'), isRight: true, cell: (slip) => <SlipAmount slip={slip} /> },
    {
      label: t('statement.column.status'),
      cell: (slip) => (
        <>
          <StatusChip status={statusOf(slip.status)} />
          <SlipReason slip={slip} />
        </>
      ),
    },
    {
      label: t('slips.view'),
      isLabelHidden: true,
      isRight: true,
      cell: (slip) => <ViewImage slip={slip} onView={onView} />,
    },
  ];
  return (
    <Table
      look="wideSheet"
      title={t('slips.title')}
      columns={columns}
      rows={slips}
      keyOf={({ reference }) => reference}
    />
  );
}
