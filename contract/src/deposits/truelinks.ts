import { body, type CallSchema, Done, Text } from '../schemas.ts';

export const truelinkCalls = {
  'POST /api/wallet/truelink': {
    summary: 'Redeems a TrueMoney gift link; the body is encrypted with the client secret',
    body: body({ link: Text(2_000) }),
    effect: true,
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
