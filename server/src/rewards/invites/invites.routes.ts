import { moneyToWire } from '@krapao/contract/money.ts';
import { bannersIn, findCampaign } from '../../conditions/campaigns.ts';
import type { GrantDeps } from '../../conditions/grant.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { Owner } from '../../platform/sessions.ts';
import { listFriends } from './invites.queries.ts';
import { readFriends } from './read-friends.ts';
import { receiveInviteBonus } from './receive-invite-bonus.ts';

export function inviteRoutes(platform: Platform, deps: GrantDeps): void {
  const { db, config } = platform;
  const { friendsAWeek } = config;
  route(platform, 'POST /api/invite', async ({ member, body }) => {
    const programme = await findCampaign(db, 'invite', '', member.currency);
    // A list leaves out what the inviter's calls may not ask now.
    const read = (friend: Owner) => deps.glanceAtFriend(friend, member.memberId).catch(() => undefined);
    const areRead = programme?.is_given && (await readFriends({ db, read, friendsAWeek }, member.memberId));
    // The home screen shows what they have earned.
    if (areRead) deps.announce(member.memberId);
    const { total, friends } = await listFriends(db, member.memberId, config, body);
    return {
      total,
      invites: friends.map(({ name, earned, granted, created_at, waits }) => ({
        from: { name },
        amount: moneyToWire(earned > granted ? earned : granted),
        createdAt: created_at.toISOString(),
        ...(waits && { waits }),
      })),
    };
  });
  route(platform, 'GET /api/invite/bonus', ({ member, attempt }) =>
    receiveInviteBonus({ ...deps, friendsAWeek }, member, attempt),
  );
  route(platform, 'GET /api/invite/banners', async ({ member, query, language }) => {
    const programme = await findCampaign(db, 'invite', '', member.currency);
    return programme?.is_given ? bannersIn(programme, localeOf(query.locale, language, config.edition)) : [];
  });
}

/** The home screen's view of `INVITE_BONUS`: how much can be received, and on which terms. */
export function showInviteBonus(bonus: { amount: string; success: number; fail: number } | null) {
  return bonus ? { ...bonus, amount: moneyToWire(BigInt(bonus.amount)) } : { amount: 0, success: 0, fail: 0 };
}
