import { Type } from 'typebox';
import { type CallSchema, InLanguage, Money, Percent, Text } from '../schemas.ts';

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
    reply: PromotionOrNothing,
  },
  'GET /api/promotion/activate/{code}': {
    summary: 'Grants a promotion and starts its condition',
    params: Code,
    query: InLanguage,
    effect: true,
    reply: Promotion,
  },
} satisfies Record<string, CallSchema>;
