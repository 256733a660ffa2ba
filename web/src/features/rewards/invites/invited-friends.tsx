import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import Users from 'lucide-react/icons/users';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { dateTimeText } from '../../../platform/date-text.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import type { Column } from '../../../ui/table.tsx';
import { type InvitedFriend, useInvitedFriends } from './invites.queries.ts';

export function InvitedFriends({ currency, open }: { currency: Currency; open: boolean }) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const { data, isError, isPlaceholderData } = useInvitedFriends(page, open);
  const columns: Column<InvitedFriend>[] = [
    {
      label: t('invite.friend'),
      cell: ({ from, waits }) => (
        <span className="grid gap-0.5">
          <span className="font-semibold">{from.name}</span>
          {waits && <span className="text-tiny text-muted">{t('invite.waits')}</span>}
        </span>
      ),
    },
    {
      label: t('invite.amount'),
      isRight: true,
      cell: ({ amount }) => (
        <MoneyText
          minor={addWireMoney([amount])}
          currency={currency}
          className={amount > 0 ? 'font-semibold text-in' : 'text-muted'}
        />
      ),
    },
    {
      label: t('invite.joined'),
      isRight: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="figures text-tiny text-muted">
          {dateTimeText(new Date(createdAt))}
        </time>
      ),
    },
  ];
  return (
    <PagedTable
      title={t('invite.friends')}
      pagesLabel={t('invite.pages')}
      empty={{ icon: Users, text: t('invite.none') }}
      columns={columns}
      rows={data?.invites}
      keyOf={({ from, createdAt }) => `${createdAt} ${from.name}`}
      total={data?.total ?? 0}
      page={page}
      onPage={setPage}
      isOld={isPlaceholderData}
      isUnread={isError}
    />
  );
}
