import { limitsIn } from '../../allowances/limits.ts';
import { type Campaign, findCampaign, houseOf, requireSameTerms, spendBudget } from '../../conditions/campaigns.ts';
import { type GrantDeps, lookWhetherFree, type Refusals, receiveReward } from '../../conditions/grant.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { countFriends, type FriendCounts, type FriendRules, takeGathered } from './invites.queries.ts';
import { readFriends } from './read-friends.ts';

const REFUSALS: Refusals = { bound: 'BONUS_ALREADY_ACTIVE', unread: 'INVITE_BONUS_FAIL' };

/** Grants all that friends have earned and was not received yet. */
export async function receiveInviteBonus(deps: GrantDeps & FriendRules, member: Owner, attempt: Attempt) {
  const { memberId, currency } = member;
  const programme = await findCampaign(deps.db, 'invite', '', currency);
  if (!programme?.is_given) throw new AppError('INVITE_INACTIVE');
  await lookWhetherFree(deps, member);
  const read = (friend: Owner) => deps.readBalances(friend, { caller: memberId });
  await readFriends({ ...deps, read }, memberId);
  return receiveReward(deps, { member, attempt, refusals: REFUSALS }, async (tx, { requireFree }) => {
    const credit = await takeGathered(tx, memberId, deps);
    if (credit === 0n) throw new AppError(reasonFor(await countFriends(tx, memberId)));
    requireFree();
    await requireSameTerms(tx, programme);
    await spendBudget(tx, programme, credit);
    const grant = {
      kind: 'invite',
      code: '',
      description: `${await rateNow(tx, programme)}%`,
      credit,
      from: houseOf('invite'),
      successPercent: programme.success_percent,
      failPercent: programme.fail_percent,
    } as const;
    return { grant, answer: async () => ({ message: 'INVITE_BONUS_SUCCESS' }) };
  });
}

/** What a friend's loss earns now, in percent: the refund has the first part of what both may be. */
async function rateNow(tx: Transaction, { rate_percent, currency }: Campaign): Promise<number> {
  const [refund, { givenBack }] = [await findCampaign(tx, 'refund', '', currency), await limitsIn(tx, currency)];
  const most = Number(givenBack / 100n);
  const refunded = refund?.is_given ? Math.min(refund.rate_percent ?? 0, most) : 0;
  return Math.min(rate_percent ?? 0, most - refunded);
}

function reasonFor({ granted, invited, played }: FriendCounts) {
  if (granted > 0n) return 'INVITE_COLLECT';
  return invited > 0 && played === 0 ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS';
}
