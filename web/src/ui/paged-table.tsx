import type { LucideIcon } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { EmptyState } from './empty-state.tsx';
import { Loading, Repeated, Skeleton } from './loader.tsx';
import { Pager } from './pager.tsx';
import { type Column, Table } from './table.tsx';

type PagedTableProps<Row> = {
  title: string;
  pagesLabel: string;
  empty: { icon: LucideIcon; text: string };
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  total: number;
  page: number;
  onPage: (page: number) => void;
  /** The rows are of the page before, shown until the next page has arrived. */
  isOld: boolean;
  /** Reading the list failed; a quiet line says so, because a list is not worth an alarm. */
  isUnread: boolean;
};

/** A short table in a sheet, ten rows at a time. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { title, pagesLabel, empty, columns, rows, keyOf, total, page, onPage, isOld, isUnread } = props;
  const { t } = useI18n();
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-base font-bold">{title}</h3>
      <div aria-busy={isOld} className={classNames('transition-opacity', isOld && 'opacity-50 delay-200')}>
        {rows && rows.length > 0 && <Table look="sheet" {...{ title, columns, rows, keyOf }} />}
        {rows?.length === 0 && (
          <div className="rounded-md bg-ink-2">
            <EmptyState {...empty} />
          </div>
        )}
        {!rows && isUnread && <p className="py-2 text-small text-muted">{t('ui.listUnread')}</p>}
        {!rows && !isUnread && <TableSkeleton />}
      </div>
      {rows && <Pager label={pagesLabel} page={page} total={total} onChange={onPage} />}
    </section>
  );
}

function TableSkeleton() {
  return (
    <Loading className="grid gap-3.5 rounded-md bg-ink-2 p-4">
      <Repeated times={3}>
        <div className="flex justify-between">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-5 w-20" />
        </div>
      </Repeated>
    </Loading>
  );
}
