import { body, type CallSchema, Done, Text } from '../schemas.ts';
import { depositTries } from './refusals.ts';

export const truelinkCalls = {
  'POST /api/wallet/truelink': {
    summary: 'Redeems a TrueMoney gift link; the body is encrypted with the client secret',
    body: body({ link: Text(2_000) }),
    effect: true,
    refuses: {
      TRUELINK_INVALID: 'The text is no gift link, or its gift cannot be taken',
      TRUELINK_DUPLICATE: 'The gift was taken before',
      NO_WALLET: 'The service has no such wallet to take the gift with',
      ...depositTries,
    },
    reply: Done,
  },
} satisfies Record<string, CallSchema>;
