import { Type } from 'typebox';
import type { Refusals } from '../errors.ts';
import { type CallSchema, InLanguage, Money, Percent, Text } from '../schemas.ts';
import { campaignRefusals } from './refusals.ts';

const Code = Type.Object({ code: Text(40) });

const Promotion = Type.Object({
  code: Type.String(),
  credit: Money,
  percentSuccess: Percent,
  percentFail: Percent,
  description: Type.String(),
});

/** `{}` where there is no promotion: an unknown code is no failure. The type of `code` tells the two apart. */
const PromotionOrNothing = Type.Union([
  Promotion,
  Type.Unsafe<{ code?: undefined }>(Type.Object({}, { additionalProperties: false })),
]);

const codeTries = { REQUEST_LIMIT: 'Too many codes of no promotion within the hour' } satisfies Refusals;

export const promotionCalls = {
  'GET /api/promotion/current': {
    summary: 'The promotion whose condition runs, or nothing',
    query: InLanguage,
    reply: PromotionOrNothing,
  },
  'GET /api/promotion/find/{code}': {
    summary: 'The promotion of a code, or nothing',
    params: Code,
    query: InLanguage,
    refuses: codeTries,
    reply: PromotionOrNothing,
  },
  'GET /api/promotion/activate/{code}': {
    summary: 'Grants a promotion and starts its condition',
    params: Code,
    query: InLanguage,
    effect: true,
    refuses: {
      ...campaignRefusals,
      NO_PROMOTION: 'No promotion with this code is given now',
      PROMOTION_RECEIVED: 'The member has received it before',
      ...codeTries,
    },
    reply: Promotion,
  },
} satisfies Record<string, CallSchema>;
