import { Loading, Repeated, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';

export function StatementSkeleton() {
  return (
    <Loading className="divide-y divide-ink-3/60">
      <Repeated times={6}>
        <div className="flex items-center gap-3 px-4 py-3.5 lg:px-5">
          <Skeleton className="size-10.5 shrink-0 rounded-control" />
          <SkeletonStack className="min-w-0 flex-1 gap-2" sizes={['h-4.5 w-40 max-w-full', 'h-3.5 w-52 max-w-full']} />
          <SkeletonStack className="justify-items-end gap-2" sizes={['h-4.5 w-18', 'h-4 w-14']} />
        </div>
      </Repeated>
    </Loading>
  );
}
