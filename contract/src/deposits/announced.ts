import { Type } from 'typebox';
import { Amount, body, type CallSchema, Uuid } from '../schemas.ts';

export const announcedCalls = {
  'POST /api/wallet/add': {
    summary: 'Announces a manual deposit to an operator; credits nothing',
    body: body({ amount: Amount }),
    effect: true,
    reply: Type.Object({ id: Uuid, status: Type.Literal('PROCESSING') }),
  },
} satisfies Record<string, CallSchema>;
