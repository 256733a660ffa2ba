import { Loading, Repeated, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';

/** A day and its entries while they are on their way. */
export function StatementSkeleton() {
  return (
    <Loading className="divide-y divide-ink-3/60">
      <div className="flex items-center justify-between gap-3 px-4 py-3 lg:px-5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-4 w-28" />
      </div>
      <Repeated times={6}>
        <div className="flex items-center gap-2.5 px-3 py-3 lg:px-5 lg:py-3.5">
          <Skeleton className="size-9 shrink-0 rounded-control" />
          <SkeletonStack
            className="min-w-0 flex-1 grid-cols-[minmax(0,13rem)] gap-2"
            sizes={['h-4.5 w-3/4', 'h-3.5 w-full']}
          />
          <SkeletonStack className="shrink-0 justify-items-end gap-2" sizes={['h-4.5 w-18', 'h-4 w-14']} />
        </div>
      </Repeated>
    </Loading>
  );
}
