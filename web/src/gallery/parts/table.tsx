import type { ComponentProps } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useWide } from '../../ui/use-wide.ts';
import type { Part } from '../part.ts';

type Row = { day: string; tone: 'in' | 'out' | 'info'; minor: bigint };

const ROWS: Row[] = [
  { day: '13/04 10:24', tone: 'in', minor: 125_050n },
  { day: '12/04 23:59', tone: 'info', minor: 9_876_543_21n },
  { day: '11/04 08:01', tone: 'out', minor: 0n },
];
const STATUS = { in: 'state.success', out: 'state.failed', info: 'state.inProgress' } as const;

function Entries({
  look,
  hasButtons = false,
}: Pick<ComponentProps<typeof Table<Row>>, 'look'> & { hasButtons?: boolean }) {
  const { t } = useI18n();
  const columns: Column<Row>[] = [
    {
      label: t('statement.column.time'),
      isRowHead: true,
      cell: ({ day }) => <span className="figures text-small text-muted">{day}</span>,
    },
    { label: t('statement.column.status'), cell: ({ tone }) => <Chip tone={tone}>{t(STATUS[tone])}</Chip> },
    {
      label: t('statement.column.amount'),
      isRight: true,
      cell: ({ minor }) => <MoneyText minor={minor} currency="BAHT" className="font-semibold" />,
    },
    {
      label: t('statement.column.detail'),
      isLabelHidden: true,
      isRight: true,
      cell: ({ day }) => (
        <Button size="s" aria-label={t('slips.viewOf', { time: day })}>
          {t('slips.view')}
        </Button>
      ),
    },
  ];
  return (
    <Table
      look={look}
      title={t('statement.title')}
      columns={hasButtons ? columns : columns.slice(0, 3)}
      rows={ROWS}
      keyOf={({ day }) => day}
    />
  );
}

export const part: Part = {
  room: 'page',
  states: {
    'in a sheet': () => (
      <div className="max-w-sm">
        <Entries look="sheet" />
      </div>
    ),
    'in a wide sheet, on a wide screen': () => <WideOnly look="wideSheet" />,
    'as wide as its card, on a wide screen': () => <WideOnly look="card" />,
    'as wide as the page, on a wide screen': () => <WideOnly look="page" />,
  },
};

/** The screens show these only where `useWide` says so. */
function WideOnly({ look }: Pick<ComponentProps<typeof Table<Row>>, 'look'>) {
  return useWide() ? (
    <Entries look={look} hasButtons />
  ) : (
    <p lang="en" className="text-small text-muted">
      A phone shows a list instead.
    </p>
  );
}
