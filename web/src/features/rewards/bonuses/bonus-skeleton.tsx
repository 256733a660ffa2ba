import { Loading, Skeleton, SkeletonStack } from '../../../ui/loader.tsx';

const CARDS = [1, 2, 3];

/** The shape of the page while its parts are on their way. */
export function BonusSkeleton() {
  return (
    <Loading className="grid gap-5 lg:gap-7">
      <SkeletonStack className="gap-2 pt-1" sizes={['h-4.5 w-28', 'h-12.5 w-full rounded-control lg:max-w-xl']} />
      <Skeleton className="h-6 w-40" />
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 lg:grid-cols-3 lg:gap-5">
        {CARDS.map((card) => (
          <div key={card} className="grid gap-2 max-lg:first:col-span-2">
            <Skeleton
              className={`${card === 1 ? 'aspect-2/1' : 'aspect-300/211'} w-full rounded-md lg:aspect-300/211`}
            />
            <Skeleton className="h-4.5 w-24" />
            <Skeleton className="h-4 w-32 max-w-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
