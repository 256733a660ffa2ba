import type { Slip } from '../slip.ts';

const CONDITIONS = 'server/src/conditions';
const REWARDS = 'server/src/rewards';

export const secondReaderRewards: Slip[] = [
  {
    name: 'a deposit that was paid out again earns a bonus',
    file: `${REWARDS}/bonuses/bonuses.queries.ts`,
    from: ` and closing.kind = 'release'`,
    to: '',
    why: 'the same money in and out again earns a bonus each time',
    noticedBy: [`${REWARDS}/bonuses/receive-bonus.test.ts`],
  },
  {
    name: 'a friend who has lost nothing earns for the inviter',
    file: `${REWARDS}/invites/invites.queries.ts`,
    from: 'greatest(least(coalesce(first_deposit',
    to: 'greatest(greatest(coalesce(first_deposit',
    why: 'inviting pays without anybody playing',
    noticedBy: [`${REWARDS}/invites/invites.test.ts`],
  },
  {
    name: 'an inviter earns by a day on which a game of the friend was not read to the end',
    file: `${REWARDS}/invites/invites.queries.ts`,
    from: 'const DUE = dueBefore(OPEN_DAY);',
    to: 'const DUE = dueBefore(TODAY);',
    why: 'a friend who bets on opposite sides pays the inviter by the losing one alone',
    noticedBy: [`${REWARDS}/invites/closed-days.test.ts`],
  },
  {
    name: 'a friend’s win counts on the day on which it is looked at',
    file: `${REWARDS}/invites/invites.queries.ts`,
    from: 'case when $2::bigint > 0 then',
    to: 'case when $2::bigint < 0 then',
    why: 'an inviter earns by a loss that was won back before midnight',
    noticedBy: [`${REWARDS}/invites/closed-days.test.ts`],
  },
  {
    name: 'a win counts on the day on which it is looked at',
    file: `${REWARDS}/refunds/refunds.queries.ts`,
    from: 'case when $2::bigint > 0 then',
    to: 'case when $2::bigint < 0 then',
    why: 'a loss is refunded that a win has made good before midnight',
    noticedBy: [`${REWARDS}/refunds/refund-midnight.test.ts`, `${REWARDS}/refunds/refunds.test.ts`],
  },
  {
    name: 'a seed that was shown draws the next prize too',
    file: `${REWARDS}/spin-wheel/spin.ts`,
    from: 'replaceSeed(tx, memberId, wheel.id, next);',
    to: 'replaceSeed(tx, memberId, wheel.id, promised.server_seed);',
    why: 'who knows the seed picks the prize',
    noticedBy: [`${REWARDS}/spin-wheel/spin.test.ts`],
  },
  {
    name: 'a promotion that was cancelled can be had again',
    file: `${REWARDS}/promotions/receive-promotion.ts`,
    from: `kind = 'promotion' and code = $2`,
    to: `kind = 'promotion' and code = $2 and state <> 'cleared'`,
    why: 'a member takes a promotion until it goes well',
    noticedBy: [`${REWARDS}/promotions/promotions.test.ts`],
  },
  {
    name: 'a cancelled reward is over while its money is in a game',
    file: `${CONDITIONS}/clear.ts`,
    from: '/^(game:|in_transit$)/',
    to: '/^in_transit$/',
    why: 'what was won with a reward is hidden in a game and kept',
    noticedBy: [`${CONDITIONS}/clear.test.ts`, `${CONDITIONS}/hidden-money.test.ts`],
  },
  {
    name: 'money moves while a reward is being cancelled',
    file: 'server/migrations/0036_transfer_steps.sql',
    from: `when v_bound.condition = 'clearing' then`,
    to: `when v_bound.condition = 'clearing' and v_bound.is_paused then`,
    why: 'what is brought home is sent away again, and cancelling never ends',
    noticedBy: [`${CONDITIONS}/clear.test.ts`, `${CONDITIONS}/clear-under-fire.test.ts`],
  },
  {
    name: 'an operator ends a reward that nobody has cancelled',
    file: `${CONDITIONS}/conditions.acts.ts`,
    from: `if (before?.state !== 'clearing') throw`,
    to: 'if (!before) throw',
    why: 'a member’s running reward is taken by a mistyped name',
    noticedBy: [`${CONDITIONS}/campaigns.acts.test.ts`],
  },
];
