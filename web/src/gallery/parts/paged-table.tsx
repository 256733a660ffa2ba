import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { ComponentProps } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

type Row = { day: string; minor: bigint };
type Kind = Partial<Pick<ComponentProps<typeof PagedTable<Row>>, 'rows' | 'total' | 'isOld' | 'isUnread'>>;

const ROWS: Row[] = [
  { day: '13/04/2026 10:24', minor: 125_050n },
  { day: '12/04/2026 23:59', minor: 4_500n },
  { day: '11/04/2026 08:01', minor: 1_000_000n },
];

function Refunds({ rows, total = 0, isOld = false, isUnread = false }: Kind) {
  const { t } = useI18n();
  return (
    <Held initial={1}>
      {(page, onPage) => (
        <PagedTable
          title={t('refund.log')}
          pagesLabel={t('refund.pages')}
          empty={{ icon: RotateCcw, text: t('refund.none') }}
          columns={[
            {
              label: t('statement.column.time'),
              cell: ({ day }) => <span className="figures text-small text-muted">{day}</span>,
            },
            {
              label: t('statement.column.amount'),
              isRight: true,
              cell: ({ minor }) => <MoneyText minor={minor} currency="BAHT" plus className="font-semibold text-in" />,
            },
          ]}
          keyOf={({ day }) => day}
          {...{ rows, total, page, onPage, isOld, isUnread }}
        />
      )}
    </Held>
  );
}

export const part: Part = {
  room: 'sheet',
  states: {
    'one page': () => <Refunds rows={ROWS} total={3} />,
    'many pages': () => <Refunds rows={ROWS} total={1_234} />,
    'the next page is on its way': () => <Refunds rows={ROWS} total={34} isOld />,
    loading: () => <Refunds />,
    empty: () => <Refunds rows={[]} />,
    'not read': () => <Refunds isUnread />,
  },
};
