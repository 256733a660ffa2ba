import { Loading, Repeated, Skeleton, SkeletonStack } from '../../ui/loader.tsx';
import { LastBalance } from '../../wallet/last-balance.tsx';
import type { LastWallet } from '../../wallet/last-wallet.ts';

/** Games in the middle and what money does beside them, where there is room for both. */
export const HOME_COLUMNS = 'xl:grid xl:grid-cols-[minmax(0,1fr)_23rem] xl:gap-8';
export const HOME_COLUMN = 'min-w-0 px-1 max-[22.4rem]:px-0 md:px-0';

/**
 * The shape of home while its figures are on their way, so that nothing jumps when they arrive. What this device knew last
 * is shown at once.
 */
export function HomeSkeleton({ last }: { last: LastWallet | null }) {
  return (
    <Loading className={HOME_COLUMNS}>
      <div className={`${HOME_COLUMN} pt-1.5 lg:pt-7.5`}>
        {last ? (
          <LastBalance last={last} />
        ) : (
          <>
            <Skeleton className="h-6 w-24" />
            <Skeleton className="my-2 h-12 w-60 max-w-full max-[22.4rem]:my-1.5 max-[22.4rem]:h-9.5" />
          </>
        )}
        <Skeleton className="mt-2.5 h-3 w-full rounded-full" />
        <Skeleton className="mt-2 h-5.5 w-64 max-w-full" />
        <div className="mt-4.5 flex gap-2.5">
          <Skeleton className="h-14 flex-[1.25] rounded-md max-[22.4rem]:h-13 lg:max-w-36" />
          <Skeleton className="h-14 flex-1 rounded-md max-[22.4rem]:h-13 lg:max-w-36" />
          <Skeleton className="h-14 w-16 rounded-md max-[22.4rem]:h-13" />
        </div>
        <div className="mt-5 flex justify-between lg:grid lg:grid-cols-4 lg:gap-3">
          <Repeated times={4}>
            <SkeletonStack
              className="justify-items-center gap-1.5"
              sizes={['size-15 rounded-full max-[22.4rem]:size-13', 'h-5 w-12']}
            />
          </Repeated>
        </div>
        <div className="mt-6 grid gap-6">
          <Repeated times={3}>
            <div>
              <Skeleton className="mb-2 h-6 w-28" />
              <div className="grid grid-cols-3 gap-3 lg:gap-4 min-[112rem]:grid-cols-4 min-[112rem]:gap-7">
                <Repeated times={3}>
                  <SkeletonStack
                    className="gap-2"
                    sizes={['aspect-300/211 w-full rounded-[16px]', 'h-4 w-4/5', 'h-3.5 w-3/5']}
                  />
                </Repeated>
              </div>
            </div>
          </Repeated>
        </div>
      </div>
      <div className={`${HOME_COLUMN} grid content-start gap-3 pt-5 lg:pt-6`}>
        <Skeleton className="h-6 w-28 max-xl:hidden" />
        <Skeleton className="h-72 rounded-lg max-xl:hidden" />
        <Skeleton className="h-16 rounded-lg" />
      </div>
    </Loading>
  );
}
