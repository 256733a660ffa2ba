import { useEffect, useEffectEvent, useState } from 'react';
import { isAbsent } from '../../../platform/pending-ids.ts';
import { pendingSpins } from './pending-spins.ts';
import { useLeftSpin } from './spin-wheel.queries.ts';
import type { Prize } from './use-spin.ts';

/** A spin under way when the member left the page may be booked a little after the first poll for it. */
const ABSENT_TRIES = 3;

/** A member who left while the wheel turned is shown the prize on coming back, once. */
export function useLeftPrize(show: (prize: Prize) => void): void {
  const [id] = useState(() => pendingSpins.all().at(-1) ?? null);
  const asked = useLeftSpin(id);
  const { data: spin } = asked;
  const hasNotArrived = isAbsent(asked, ABSENT_TRIES);
  const found = useEffectEvent((prize: Prize) => pendingSpins.remove(prize._id) && show(prize));

  useEffect(() => {
    if (spin) found(spin);
    else if (id && hasNotArrived) pendingSpins.remove(id);
  }, [spin, id, hasNotArrived]);
}
