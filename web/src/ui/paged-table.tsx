import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { EmptyState } from './empty-state.tsx';
import { Loading, Skeleton } from './loader.tsx';
import { Pager } from './pager.tsx';
import { PAGE_SIZE } from './pager-window.ts';

export type Column<Row> = { label: string; cell: (row: Row) => ReactNode; isRight?: boolean };

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
  /** The page before, in sight until the next one is there. */
  isOld: boolean;
  /** A list is never worth an alarm: it says quietly that it is not here. */
  isUnread: boolean;
};

/** A short table in a sheet, ten rows at a time. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { title, pagesLabel, empty, rows, total, page, onPage, isOld, isUnread } = props;
  const { t } = useI18n();
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-base font-bold">{title}</h3>
      <div aria-busy={isOld} className={classNames('transition-opacity', isOld && 'opacity-50 delay-200')}>
        {rows && rows.length > 0 && <Table {...props} rows={rows} />}
        {rows?.length === 0 && (
          <div className="rounded-md border border-ink-3">
            <EmptyState {...empty} />
          </div>
        )}
        {!rows && isUnread && <p className="py-2 text-small text-muted">{t('ui.listUnread')}</p>}
        {!rows && !isUnread && <TableSkeleton />}
      </div>
      {rows && <Pager label={pagesLabel} page={page} pageSize={PAGE_SIZE} total={total} onChange={onPage} />}
    </section>
  );
}

const CELL = 'px-2 py-2.5 first:pl-4 last:pr-4';

type TableProps<Row> = Pick<PagedTableProps<Row>, 'title' | 'columns' | 'keyOf'> & { rows: readonly Row[] };

function Table<Row>({ title, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="overflow-hidden rounded-md border border-ink-3">
      <table className="w-full text-left">
        <caption className="sr-only">{title}</caption>
        <thead className="border-b border-ink-3 bg-ink-2/60">
          <tr>
            {columns.map(({ label, isRight }) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  CELL,
                  'text-tiny font-semibold whitespace-nowrap text-muted',
                  isRight && 'text-right',
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-ink-3/60">
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, isRight }) => (
                <td key={label} className={classNames(CELL, isRight && 'text-right')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableSkeleton() {
  const { t } = useI18n();
  return (
    <Loading label={t('state.loading')} className="grid gap-3.5 rounded-md border border-ink-3 p-4">
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex justify-between">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </Loading>
  );
}
