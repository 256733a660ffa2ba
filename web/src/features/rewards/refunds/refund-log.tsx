import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import type { Column } from '../../../ui/table.tsx';
import { type Refund, useRefunds } from './refunds.queries.ts';

export function RefundLog({ currency, open }: { currency: Currency; open: boolean }) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData } = useRefunds(page, open);
  const columns: Column<Refund>[] = [
    {
      label: t('statement.column.time'),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="figures text-small text-muted">
          {dateTimeText(new Date(createdAt))}
        </time>
      ),
    },
    {
      label: t('statement.column.amount'),
      isRight: true,
      cell: ({ refundAmount }) => (
        <MoneyText minor={addWireMoney([refundAmount])} currency={currency} plus className="font-semibold text-in" />
      ),
    },
  ];
  return (
    <PagedTable
      title={t('refund.log')}
      pagesLabel={t('refund.pages')}
      empty={{ icon: RotateCcw, text: t('refund.none') }}
      columns={columns}
      rows={data?.refunds}
      keyOf={({ createdAt }) => createdAt}
      total={data?.total ?? 0}
      page={page}
      onPage={setPage}
      isOld={isPlaceholderData}
      isUnread={isError}
    />
  );
}
