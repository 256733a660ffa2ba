import { Loading, Repeated, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';

/** The wheel's size by style alone (use-wheel-size.ts): it is painted before any script knows the window. */
export function WheelSkeleton() {
  return (
    <Loading className="grid justify-items-center">
      <span className="m-3 mt-5 block size-[min(350px,85vw)]">
        <Skeleton className="size-full rounded-full!" />
      </span>
      <Skeleton className="mt-6 h-5 w-44" />
    </Loading>
  );
}

export function RowsSkeleton() {
  return (
    <Loading className="divide-y divide-ink-3/60">
      <Repeated times={3}>
        <div className="flex items-center gap-3 px-4 py-3.5 lg:px-5">
          <SkeletonStack className="flex-1 gap-2" sizes={['h-4.5 w-32 max-w-full', 'h-3.5 w-44 max-w-full']} />
          <Skeleton className="h-9 w-20 rounded-[12px]" />
        </div>
      </Repeated>
    </Loading>
  );
}
