import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { Link } from '../../../platform/link.tsx';
import { WALLET_KEY } from '../../../wallet/wallet.queries.ts';
import { EntryRow } from './entry-list.tsx';

const MOST = 5;

export function useLatest({ enabled = true } = {}) {
  return useQuery({
    queryKey: [...WALLET_KEY, 'latest'],
    queryFn: ({ signal }) => call('POST /api/statement', { body: { page: 1, limit: MOST }, signal }),
    enabled,
  });
}

/** The newest movements, and the way to all of them. Nothing where there is none. */
export function Latest() {
  const { t } = useI18n();
  const { data } = useLatest();
  if (!data || data.statements.length === 0) return null;
  return (
    <section aria-labelledby="latest-title">
      <div className="flex items-center justify-between pl-1">
        <h2 id="latest-title" className="font-bold">
          {t('home.latest')}
        </h2>
        <Link
          to="/user/statement"
          className="flex min-h-11 items-center gap-0.5 rounded-sm text-small text-muted hover:text-text"
        >
          {t('home.all')}
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      <ul className="divide-y divide-text/6 overflow-hidden rounded-lg bg-ink-1">
        {data.statements.map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}
