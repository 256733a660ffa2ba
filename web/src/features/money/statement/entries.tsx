import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { Reply } from '../../../platform/api.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { EntryList } from './entry-list.tsx';
import { EntryTable } from './entry-table.tsx';
import { daysOf, linesOf } from './lines.ts';

type EntriesProps = {
  reply: Reply<'POST /api/statement'>;
  isFiltered: boolean;
  /** The entries are of the page before, shown until the next page has arrived. */
  isOld: boolean;
};

export function Entries({ reply: { statements, results, days }, isFiltered, isOld }: EntriesProps) {
  const { t } = useI18n();
  const lines = linesOf(statements, results);
  const List = useWide() ? EntryTable : EntryList;
  return (
    <div aria-busy={isOld} className={classNames('transition-opacity', isOld && 'opacity-50 delay-200')}>
      {lines.length === 0 && (
        <div role="status">
          <EmptyState
            icon={isFiltered ? SearchX : Inbox}
            text={isFiltered ? t('statement.noneFound') : t('statement.none')}
          />
        </div>
      )}
      {lines.length > 0 && <List days={daysOf(lines, days)} />}
    </div>
  );
}
