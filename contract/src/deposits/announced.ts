import { Type } from 'typebox';
import { Amount, body, type CallSchema, Uuid } from '../schemas.ts';
import { depositTries } from './refusals.ts';

export const announcedCalls = {
  'POST /api/wallet/add': {
    summary: 'Announces a manual deposit to an operator; credits nothing',
    body: body({ amount: Amount }),
    effect: true,
    refuses: {
      NO_BANK: 'This service takes no announced deposits',
      ...depositTries,
    },
    reply: Type.Object({ id: Uuid, status: Type.Literal('PROCESSING') }),
  },
} satisfies Record<string, CallSchema>;
