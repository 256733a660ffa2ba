import { Card } from '../../ui/card.tsx';
import { Loading, Repeated, Skeleton, SkeletonStack } from '../../ui/loader.tsx';

/** The shape of home while its figures are on their way, so that nothing jumps when they arrive. */
export function HomeSkeleton() {
  return (
    <Loading className="grid gap-5 lg:gap-6">
      <Card className="grid gap-3 lg:p-8">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-11 w-56 max-w-full lg:h-16 lg:w-80" />
        <Skeleton className="h-4 w-44" />
        <Skeleton className="mt-2 h-1.5 w-full" />
        <Skeleton className="h-5 w-60 max-w-full" />
        <Skeleton className="mt-2 h-9 w-full sm:w-72" />
      </Card>
      <div className="grid grid-cols-3 gap-2.5 sm:grid-cols-6 lg:gap-4">
        <Repeated times={6}>
          <Skeleton className="h-24 rounded-[18px]" />
        </Repeated>
      </div>
      <Repeated times={3}>
        <div>
          <Skeleton className="mb-3.5 h-6 w-28" />
          <div className="grid grid-cols-3 gap-2.5 lg:gap-4">
            <Repeated times={3}>
              <SkeletonStack
                className="gap-2"
                sizes={['aspect-300/211 w-full rounded-control lg:rounded-[18px]', 'h-4 w-4/5', 'h-3.5 w-3/5']}
              />
            </Repeated>
          </div>
        </div>
      </Repeated>
    </Loading>
  );
}
