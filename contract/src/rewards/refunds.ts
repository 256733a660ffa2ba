import { Type } from 'typebox';
import { askingRefusals } from '../money/games.ts';
import { Banner, type CallSchema, Done, Html, InLanguage, Money, Page, Percent, Time } from '../schemas.ts';
import { campaignRefusals, grantRefusals } from './refusals.ts';

const Refund = Type.Object({ refundAmount: Money, createdAt: Time });

const RefundCheck = Type.Object({
  result: Type.Boolean({ description: 'Something can be received now' }),
  bonus: Type.Boolean({ description: 'A condition runs, so nothing can be received' }),
  info: Html,
  rate: Type.Number({ description: 'Percent of what was lost' }),
  refundAmount: Money,
  refundSuccess: Percent,
  refundFail: Percent,
  /** The dialog needs to know whether there is anything to add to the wallet. */
  pot: Money,
});

export const refundCalls = {
  'POST /api/refund': {
    summary: 'Refunds received so far',
    body: Page,
    reply: Type.Object({ total: Type.Integer(), refunds: Type.Array(Refund) }),
  },
  'GET /api/refund/check': {
    summary: 'What can be refunded now, and on which terms',
    query: InLanguage,
    reply: RefundCheck,
  },
  'GET /api/refund/receive': {
    summary: 'Moves what can be refunded to the refund pot',
    effect: true,
    refuses: {
      REFUND_INACTIVE: 'Refunds are not given now',
      REFUND_CONDITION: 'A condition runs',
      NO_REFUND: 'Nothing was lost that counts',
      REFUND_MINIMUM: 'Nothing is left to refund, or the week’s most was received',
      BONUS_FULL: campaignRefusals.BONUS_FULL,
      ...askingRefusals,
    },
    reply: Done,
  },
  'GET /api/refund/addWallet': {
    summary: 'Moves the refund pot to the main wallet and starts its condition',
    effect: true,
    refuses: {
      REFUND_INACTIVE: 'The service has no refunds',
      REFUND_CONDITION: 'A condition runs',
      REFUND_MINIMUM: 'The pot is empty',
      ...grantRefusals,
    },
    reply: Done,
  },
  'GET /api/refund/banners': {
    summary: 'Banners of the refund programme',
    query: InLanguage,
    reply: Type.Array(Banner),
  },
} satisfies Record<string, CallSchema>;
