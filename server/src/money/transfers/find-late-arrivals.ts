import type { DueWork } from '../../platform/due-work.ts';
import { referenceOf } from './carry-out.ts';
import { type SettleLateDeps, settleLateMove } from './settle-late-moves.ts';
import { type LegKey, returnedLeg, takeAbsentLegs } from './transfers.queries.ts';

/** Money was given back because a provider did not know of a move. If the move arrives after all, the books follow it. */
export function lateArrivals(deps: SettleLateDeps): DueWork<LegKey> {
  return {
    name: 'late arrivals',
    idOf: referenceOf,
    take: (limit) => takeAbsentLegs(deps.db, limit),
    handle: async (absent) => {
      const state = await deps.games.get(absent.code)?.provider.stateOf(referenceOf(absent));
      const leg = state === 'done' ? await returnedLeg(deps.db, absent) : null;
      if (leg) await settleLateMove(deps, leg);
    },
  };
}
