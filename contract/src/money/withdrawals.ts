import { Type } from 'typebox';
import { Amount, body, type CallSchema, Money, Movement, Uuid } from '../schemas.ts';
import { RETURN_REASONS, WITHDRAWAL_STEPS } from './limits.ts';

/** How far a withdrawal is, beside its status. */
export const withdrawalStep = {
  step: Type.Enum(WITHDRAWAL_STEPS),
  canCancel: Type.Optional(Type.Boolean({ description: 'The bank’s channel was not called yet' })),
  reason: Type.Optional(Type.Enum(RETURN_REASONS, { description: 'Why the money is back' })),
};

/** A withdrawal whose money is set aside. */
export const OpenWithdrawal = Type.Object({ id: Uuid, amount: Money, ...withdrawalStep });

export const withdrawalCalls = {
  'POST /api/wallet/withdraw': {
    summary: 'Pays out of the main wallet to the registered account',
    body: body({ amount: Amount }),
    effect: true,
    reply: Movement,
  },
  'POST /api/wallet/withdrawAll': {
    summary: 'Brings home what is missing, then pays out',
    body: body({ amount: Amount }),
    effect: true,
    reply: Movement,
  },
  'DELETE /api/wallet/withdraw/{id}': {
    summary: 'Cancels a withdrawal, as long as the bank’s channel was not called: the money is back at once',
    params: Type.Object({ id: Uuid }),
    reply: Type.Object({ id: Uuid, step: Type.Literal('CANCELLED') }),
  },
} satisfies Record<string, CallSchema>;
