import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { Amount, body, type CallSchema, Money, Movement, Time, Uuid } from '../schemas.ts';
import { askingRefusals } from './games.ts';
import { RETURN_REASONS, WITHDRAWAL_STEPS } from './limits.ts';

/** How far a withdrawal is, beside its status. */
export const withdrawalStep = {
  step: Type.Enum(WITHDRAWAL_STEPS),
  canCancel: Type.Optional(Type.Boolean({ description: 'The bank’s channel was not called yet' })),
  /** Until then it can be cancelled for sure; left out once it may leave. */
  leavesAt: Type.Optional(Time),
  reason: Type.Optional(Type.Enum(RETURN_REASONS, { description: 'Why the money is back' })),
  /** When it was paid, returned or cancelled. */
  endedAt: Type.Optional(Time),
};

/** A withdrawal whose money is set aside. */
export const OpenWithdrawal = Type.Object({ id: Uuid, amount: Money, ...withdrawalStep });

const withdrawalRefusals = {
  WITHDRAW_MINIMUM: 'The amount is below `withdrawMin` of `GET /api/lookup/withdraw`',
  WITHDRAW_MAXIMUM: 'The amount is above `withdrawMax` of `GET /api/lookup/withdraw`',
  MONEY_NOT_ENOUGH: 'There is less to pay out',
  MONEY_OWED: 'What the member owes has to stay in the main wallet',
  MONEY_IN_REVIEW:
    'A game shows money that it told as lost before: `withheld` of the wallet stays until an operator has decided',
  BONUS_CONDITION: 'A condition runs',
  ...askingRefusals,
} satisfies Refusals;

export const withdrawalCalls = {
  'POST /api/wallet/withdraw': {
    summary: 'Pays out of the main wallet to the registered account',
    body: body({ amount: Amount }),
    effect: true,
    refuses: withdrawalRefusals,
    reply: Movement,
  },
  'POST /api/wallet/withdrawAll': {
    summary: 'Brings home what is missing, then pays out',
    body: body({ amount: Amount }),
    effect: true,
    refuses: {
      ...withdrawalRefusals,
      TRANSFER_FAIL: 'A game gave nothing back, so that the money is not enough',
    },
    reply: Movement,
  },
  'DELETE /api/wallet/withdraw/{id}': {
    summary: 'Cancels a withdrawal, as long as the bank’s channel was not called: the money is back at once',
    params: Type.Object({ id: Uuid }),
    refuses: {
      NO_DATA: 'The member has no such withdrawal',
      MONEY_STANDS_STILL: 'Whether the channel has paid is not known until the service has compared its books',
      WITHDRAW_TOO_LATE: 'The bank’s channel was called, or the withdrawal is over',
    },
    reply: Type.Object({ id: Uuid, step: Type.Literal('CANCELLED') }),
  },
} satisfies Record<string, CallSchema>;
