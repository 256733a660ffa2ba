import { Repeated, Skeleton } from '../../../ui/loader.tsx';

/** The form for an amount: its label, its field, three amounts to take, and the button. */
export function QrSkeleton() {
  return (
    <>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-16 rounded-control" />
      <div className="grid grid-cols-3 gap-2">
        <Repeated times={3}>
          <Skeleton className="h-11" />
        </Repeated>
      </div>
      <Skeleton className="mt-3 h-12 rounded-control" />
    </>
  );
}
