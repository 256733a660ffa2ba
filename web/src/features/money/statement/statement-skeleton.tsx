import { useI18n } from '../../../i18n/i18n.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';

const ROWS = [1, 2, 3, 4, 5, 6];

export function StatementSkeleton() {
  const { t } = useI18n();
  return (
    <Loading label={t('state.loading')} className="divide-y divide-ink-3/60">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-3.5 lg:px-5">
          <Skeleton className="size-10.5 shrink-0 rounded-control" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-40 max-w-full" />
            <Skeleton className="h-3.5 w-52 max-w-full" />
          </div>
          <div className="grid justify-items-end gap-2">
            <Skeleton className="h-4.5 w-18" />
            <Skeleton className="h-4 w-14" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
