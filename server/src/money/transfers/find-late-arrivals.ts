import type { DueWork } from '../../platform/due-work.ts';
import { type CarryOutDeps, referenceOf } from './carry-out.ts';
import { type AbsentLeg, noteLateArrival, takeAbsentLegs } from './transfers.queries.ts';

/**
 * Money was given back because a provider did not know of a move. If the move arrives after all, the money is in two
 * places and a reading takes it for a win: an operator must hear of it.
 */
export function lateArrivals({ db, games, log }: CarryOutDeps): DueWork<AbsentLeg> {
  return {
    name: 'late arrivals',
    idOf: referenceOf,
    take: (limit) => takeAbsentLegs(db, limit),
    handle: async (leg) => {
      const state = await games.get(leg.code)?.provider.stateOf(referenceOf(leg));
      if (state !== 'done') return;
      await noteLateArrival(db, leg);
      const { member_id: member, transfer_id: transfer, code: game } = leg;
      log.error({ transfer, member, game }, 'a move arrived after its money was given back');
    },
  };
}
