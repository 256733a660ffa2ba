import { Type } from 'typebox';
import { askingRefusals } from '../money/games.ts';
import { Banner, type CallSchema, InLanguage, Money, Nullable, Percent, Text, Time } from '../schemas.ts';
import { campaignRefusals } from './refusals.ts';

/** What `maxReceived` counts: every receipt, those of today, those of this week. */
export const BONUS_TYPES = ['limit', 'day', 'week'] as const;

/** What can start a condition; a statement entry links the item under the same name. */
export const CONDITION_TYPES = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const;

const UserBonus = Type.Object({
  _id: Type.String(),
  isActive: Type.Boolean(),
  received: Type.Array(Type.Object({ updatedAt: Time })),
});

const Bonus = Type.Object({
  code: Type.String(),
  type: Type.Enum(BONUS_TYPES),
  maxReceived: Type.Integer(),
  rate: Type.Number({ description: 'Percent of the newest deposit that qualifies' }),
  cap: Money,
  minimum: Type.Number({ description: 'The smallest deposit that earns it' }),
  percentSuccess: Percent,
  percentFail: Percent,
  earns: Type.Number({ description: 'What the member would receive now; 0 while no deposit qualifies' }),
  banners: Type.Array(Banner),
  /** Null until the member first receives it. */
  userBonus: Nullable(UserBonus),
});

/**
 * `total`, `credit` and `start` are money. The condition ends when `total` reaches `start * success / 100` or
 * `start * fail / 100`. `isClearing`: the member has cancelled the condition and money is still on its way home.
 * `isEnding`: the condition is over if another look at the games, which follows by itself, says so too.
 */
const ActiveCondition = Type.Union([
  Type.Object({
    status: Type.Literal(true),
    type: Type.Enum(CONDITION_TYPES),
    code: Type.String({ description: 'Of the bonus, promotion or coupon; empty for an invite or a refund' }),
    credit: Money,
    start: Money,
    total: Money,
    success: Percent,
    fail: Percent,
    isClearing: Type.Boolean(),
    isEnding: Type.Boolean(),
  }),
  Type.Object({ status: Type.Literal(false) }),
]);

/** A clear waits for money on its way home and for open stakes, so it may still run after its call was answered. */
const Cleared = Type.Union([
  Type.Object({ status: Type.Literal('SUCCESS'), message: Type.Literal('BONUS_CLEAR') }),
  Type.Object({ status: Type.Literal('PENDING') }),
]);

export const bonusCalls = {
  'GET /api/bonus': {
    summary: 'Bonuses and what this member received of them',
    query: InLanguage,
    reply: Type.Array(Bonus),
  },
  'GET /api/bonus/activate/{code}': {
    summary: 'Grants a bonus and starts its condition',
    params: Type.Object({ code: Text(40) }),
    effect: true,
    refuses: {
      ...campaignRefusals,
      NO_DATA: 'No bonus with this code is given now',
      BONUS_MAX_CLAIMED: 'The member has received it as often as it is given',
      BONUS_CONDITION: 'No deposit qualifies for it',
    },
    reply: UserBonus,
  },
  'GET /api/bonus/check/active': { summary: 'The condition that runs, if one does', reply: ActiveCondition },
  'GET /api/bonus/check/minimum': {
    summary: 'The smallest deposit that earns a bonus',
    reply: Type.Object({ minimum: Money }),
  },
  'GET /api/bonus/clear': {
    summary: 'Cancels the running condition and takes back what it gave',
    effect: true,
    refuses: {
      NO_DATA: 'No condition runs',
      ...askingRefusals,
    },
    reply: Cleared,
  },
} satisfies Record<string, CallSchema>;
