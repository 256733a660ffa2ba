import type { ComponentType } from 'react';
import { Skeleton } from '../../../ui/loader.tsx';
import { MovementCard } from '../../../wallet/movement-card.tsx';
import { useAskedMovement } from './desk.queries.ts';

/** What a member of this room asks about. */
export function askedMovementIn(roomId: string): ComponentType<{ id: string }> {
  return function AskedMovement({ id }) {
    const { data, isError } = useAskedMovement(roomId, id);
    if (isError) return null;
    return (
      <div className="mb-1 w-80 max-w-full rounded-md border border-ink-3 bg-ink-2 px-3.5 py-2.5">
        {data ? (
          <MovementCard movement={data.movement} reference={data.reference} currency={data.currency} />
        ) : (
          <Skeleton className="h-10 w-full" />
        )}
      </div>
    );
  };
}
