import { findCampaign, houseOf, requireSameTerms, spendBudget } from '../../conditions/campaigns.ts';
import { type GrantDeps, lookWhetherFree, type Refusals, receiveReward } from '../../conditions/grant.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { countFriends, type FriendCounts, takeGathered } from './invites.queries.ts';
import { readFriends } from './read-friends.ts';

const REFUSALS: Refusals = { bound: 'BONUS_ALREADY_ACTIVE', unread: 'INVITE_BONUS_FAIL' };

/** Grants all that friends have earned and was not received yet. */
export async function receiveInviteBonus(deps: GrantDeps, member: Owner, attempt: Attempt) {
  const { memberId, currency } = member;
  const programme = await findCampaign(deps.db, 'invite', '', currency);
  if (!programme?.is_given) throw new AppError('INVITE_INACTIVE');
  await lookWhetherFree(deps, member);
  await readFriends({ db: deps.db, read: deps.readBalances }, memberId);
  return receiveReward(deps, { member, attempt, refusals: REFUSALS }, async (tx, { requireFree }) => {
    const credit = await takeGathered(tx, memberId);
    if (credit === 0n) throw new AppError(reasonFor(await countFriends(tx, memberId)));
    requireFree();
    await requireSameTerms(tx, programme);
    await spendBudget(tx, programme, credit);
    const grant = {
      kind: 'invite',
      code: '',
      description: `${programme.rate_percent}%`,
      credit,
      from: houseOf('invite'),
      successPercent: programme.success_percent,
      failPercent: programme.fail_percent,
    } as const;
    return { grant, answer: async () => ({ message: 'INVITE_BONUS_SUCCESS' }) };
  });
}

function reasonFor({ granted, invited, played }: FriendCounts) {
  if (granted > 0n) return 'INVITE_COLLECT';
  return invited > 0 && played === 0 ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS';
}
