import type { DueWork } from '../platform/due-work.ts';
import { type Condition, takeNearlyOver } from './conditions.queries.ts';
import type { GrantDeps } from './grant.ts';

/** Looks a second time at the games of members whose condition is over by the first look: reading them ends it. */
export function conditionsNearlyOver({ db, readBalances, providerTimeoutMs }: GrantDeps): DueWork<Condition> {
  return {
    name: 'conditions nearly over',
    idOf: ({ member_id, id }) => `${member_id} ${id}`,
    take: (limit) => takeNearlyOver(db, limit, 2 * providerTimeoutMs),
    handle: async ({ member_id: memberId, currency }) => void (await readBalances({ memberId, currency })),
  };
}
