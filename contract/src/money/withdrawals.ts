import { Amount, body, type CallSchema, Movement } from '../schemas.ts';

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
} satisfies Record<string, CallSchema>;
