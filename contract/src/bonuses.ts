import { Type } from 'typebox';
import { Banner, type CallSchema, Money, Nullable, Percent, Text, Time } from './schemas.ts';

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
  percentFail: Percent,
  banners: Type.Array(Banner),
  /** Null until the member first receives it. */
  userBonus: Nullable(UserBonus),
});

const ActiveCondition = Type.Union([
  Type.Object({
    status: Type.Literal(true),
    type: Type.Enum(CONDITION_TYPES),
    start: Money,
    total: Money,
    success: Percent,
    fail: Percent,
  }),
  Type.Object({ status: Type.Literal(false) }),
]);

/** Money on its way home and open stakes are waited for, so a clear may still run when it is answered. */
const Cleared = Type.Union([
  Type.Object({ status: Type.Literal('SUCCESS'), message: Type.Literal('BONUS_CLEAR') }),
  Type.Object({ status: Type.Literal('PENDING') }),
]);

export const bonusCalls = {
  'GET /api/bonus': { summary: 'Bonuses and what this member received of them', reply: Type.Array(Bonus) },
  'GET /api/bonus/activate/{code}': {
    summary: 'Grants a bonus and starts its condition',
    params: Type.Object({ code: Text(40) }),
    effect: true,
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
    reply: Cleared,
  },
} satisfies Record<string, CallSchema>;
