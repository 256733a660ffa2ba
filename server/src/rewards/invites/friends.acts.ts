import { findCampaign } from '../../conditions/campaigns.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, memberId, type TakeMember } from '../../staff/act.ts';
import { decideFriend, type FriendRules, friendOverMost, waitingFriends } from './invites.queries.ts';

/** Friends of inviters who brought more within seven days than count by themselves. */
export function friendActs({ takeMember, ...rules }: FriendRules & { takeMember: TakeMember }) {
  const take = async (tx: Transaction, who: string) => {
    const { id } = await takeMember(tx, who);
    const friend = await friendOverMost(tx, id, rules);
    if (!friend) throw new CannotDo(`${id} does not wait: \`friends waiting\` lists who does.`);
    return friend;
  };
  return {
    listWaitingFriends: list({
      name: 'friends waiting',
      summary: 'invited members who paid in and do not count for their inviter until an operator decides, oldest first',
      permission: 'rewards.see',
      run: (tx) => waitingFriends(tx, rules, MOST_LISTED),
    }),
    decideFriend: change({
      name: 'friends decide',
      summary:
        'says whether a friend counts for the inviter, who brought more within seven days than count by themselves',
      permission: 'rewards.friends',
      needsSecond: (_tx, { decision }) => decision === 'counts',
      // What the friend has earned already, or can earn as the programme is.
      worth: async (tx, { friend: who }) => {
        const { currency, earned } = await take(tx, who);
        const cap = (await findCampaign(tx, 'invite', '', currency))?.cap ?? 0n;
        return { amount: earned > cap ? earned : cap, currency };
      },
      schema: fields({ friend: memberId, decision: choice(['counts', 'never']) }),
      run: async (tx, operator, { friend: who, decision }) => {
        const before = await take(tx, who);
        await decideFriend(tx, before.friend_id, decision === 'counts', operator.name);
        await announceWithCommit(tx, before.inviter_id);
        const after = await take(tx, who);
        return { data: after, before, after };
      },
    }),
  };
}
