import { useI18n } from '../../../i18n/i18n.tsx';
import { Loading, Skeleton } from '../../../ui/loader.tsx';
import { useWheelSize } from './use-wheel-size.ts';

const ROWS = [1, 2, 3];

export function WheelSkeleton() {
  const { t } = useI18n();
  const { px } = useWheelSize();
  return (
    <Loading label={t('state.loading')} className="grid justify-items-center">
      <span className="m-3 mt-5 block" style={{ width: px, height: px }}>
        <Skeleton className="size-full rounded-full!" />
      </span>
      <Skeleton className="mt-6 h-5 w-44" />
    </Loading>
  );
}

export function RowsSkeleton() {
  const { t } = useI18n();
  return (
    <Loading label={t('state.loading')} className="divide-y divide-ink-3/60">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3 px-4 py-3.5 lg:px-5">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-32 max-w-full" />
            <Skeleton className="h-3.5 w-44 max-w-full" />
          </div>
          <Skeleton className="h-9 w-20 rounded-[12px]" />
        </div>
      ))}
    </Loading>
  );
}
