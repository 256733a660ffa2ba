import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loader.tsx';

const THREE = [1, 2, 3];
const SIX = [1, 2, 3, 4, 5, 6];

/** The shape of home while its figures are on their way, so that nothing jumps when they arrive. */
export function HomeSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid gap-5 lg:gap-6">
      <Card className="grid gap-3 lg:p-8">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-11 w-56 max-w-full lg:h-16 lg:w-80" />
        <Skeleton className="h-4 w-44" />
        <Skeleton className="mt-2 h-1.5 w-full" />
        <Skeleton className="h-5 w-60 max-w-full" />
        <Skeleton className="mt-2 h-9 w-full sm:w-72" />
      </Card>
      <div className="grid grid-cols-3 gap-2.5 sm:grid-cols-6 lg:gap-4">
        {SIX.map((n) => (
          <Skeleton key={n} className="h-24 rounded-[18px]" />
        ))}
      </div>
      {THREE.map((row) => (
        <div key={row}>
          <Skeleton className="mb-3.5 h-6 w-28" />
          <div className="grid grid-cols-3 gap-2.5 lg:gap-4">
            {THREE.map((n) => (
              <div key={n} className="grid gap-2">
                <Skeleton className="aspect-300/211 w-full rounded-control lg:rounded-[18px]" />
                <Skeleton className="h-4 w-4/5" />
                <Skeleton className="h-3.5 w-3/5" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </Loading>
  );
}
