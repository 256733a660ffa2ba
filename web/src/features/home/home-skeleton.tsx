import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/loader.tsx';

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
      </Card>
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-44 w-full" />
    </Loading>
  );
}
