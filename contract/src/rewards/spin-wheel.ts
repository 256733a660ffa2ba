import { Type } from 'typebox';
import {
  body,
  type CallSchema,
  Html,
  InLanguage,
  Money,
  Nullable,
  Page,
  Percent,
  Text,
  Time,
  Uuid,
} from '../schemas.ts';
import { grantRefusals } from './refusals.ts';

/** What a prize is worth when it is claimed: money, money under the wheel's condition, coins, or nothing at all. */
export const PRIZE_TYPES = ['credit', 'bonus', 'coin', 'nothing'] as const;

const Slice = Type.Object({
  code: Type.String(),
  type: Type.Enum(PRIZE_TYPES),
  label: Type.String(),
  bgColor: Type.String(),
  textColor: Type.String(),
  htmlDescription: Html,
});

const Wheel = Type.Object({
  name: Type.String(),
  slices: Type.Array(
    Type.Object({ ...Slice.properties, weight: Type.Integer({ description: 'Its share of the sum of all weights' }) }),
  ),
  serverSeedHash: Type.String({ description: 'SHA-256, in hex, of the seed that the next spin reveals' }),
  weightsHash: Type.String({ description: 'SHA-256, in hex, of the JSON [[code, weight], …] in the wheel’s order' }),
});

const Coupon = Type.Object({
  /** The id of the spin that won it. */
  _id: Uuid,
  prize: Type.Object({ name: Type.String(), slice: Slice }),
  /** Coins, where the slice is of type `coin`; money otherwise. */
  amount: Money,
  /** Percent of the total at which its condition ends; a `credit` is free at once. */
  success: Percent,
  fail: Percent,
  createdAt: Time,
  expireIn: Nullable(Time),
});

/**
 * The draw can be checked. Before a spin the member sees `serverSeedHash` and `weightsHash`; the spin adds the
 * browser's seed and reveals the server's. HMAC-SHA256 keyed with the server seed over the client seed, both as
 * text, read as one big-endian number modulo the sum of the weights, falls into the slice that was won, counted
 * in the wheel's order.
 */
const SpinResult = Type.Object({
  /** The spin's Idempotency-Key, if it had one: a member who left the page finds the prize by it. */
  _id: Uuid,
  code: Type.String(),
  label: Type.String(),
  remainingCoin: Type.Integer(),
  serverSeed: Type.String(),
  clientSeed: Type.String(),
  nextServerSeedHash: Type.String({ description: 'Of the spin after this one' }),
});

/** Everything that is needed to draw the spin again. `weights` are in the wheel's order. */
const PastSpin = Type.Object({
  _id: Uuid,
  code: Type.String(),
  label: Type.String(),
  name: Type.String(),
  serverSeed: Type.String(),
  serverSeedHash: Type.String(),
  clientSeed: Type.String(),
  weights: Type.Array(Type.Tuple([Type.String(), Type.Integer()])),
  createdAt: Time,
});

export const spinWheelCalls = {
  'GET /api/spinwheel/setup': {
    summary: 'The wheel, its odds and this member’s coins',
    query: InLanguage,
    reply: Type.Object({
      activeSpinwheel: Nullable(Wheel),
      userCoin: Type.Integer(),
      coinPrice: Type.Number({ description: 'A coin is earned for each of these that is paid in' }),
    }),
  },
  'POST /api/spinwheel/spin': {
    summary: 'Spends a coin and draws a prize; refuses with `success: false`',
    query: InLanguage,
    /**
     * Optional, but only a spin with the browser's own seed can be verified. If the server's seed no longer has the hash
     * that the browser showed, the spin is refused with WHEEL_CHANGED and costs nothing.
     */
    body: Nullable(body({ clientSeed: Type.Optional(Text(64)), serverSeedHash: Type.Optional(Text(64)) })),
    effect: true,
    refusesInReply: {
      NO_DATA: 'There is no wheel to spin',
      NO_COIN: 'The member has no coin',
      WHEEL_CHANGED: 'The wheel was changed since the member saw its odds',
      BONUS_FULL: 'The wheel’s budget does not pay every prize',
      IDEMPOTENCY_CONFLICT: 'Another spin has the Idempotency-Key',
    },
    reply: Type.Union([
      Type.Object({ success: Type.Literal(true), result: SpinResult }),
      Type.Object({ success: Type.Literal(false), error: Type.String({ description: 'The code of the refusal' }) }),
    ]),
  },
  'POST /api/spinwheel/history': {
    summary: 'Spins of this member, each with what proves that it was fair',
    query: InLanguage,
    body: Page,
    reply: Type.Object({ total: Type.Integer(), spins: Type.Array(PastSpin) }),
  },
  'GET /api/spinwheel/coupon': {
    summary: 'Coupons this member can still claim',
    query: InLanguage,
    reply: Type.Object({ coupons: Type.Array(Coupon) }),
  },
  'POST /api/spinwheel/coupon/claim': {
    summary: 'Grants what a coupon is worth and starts its condition',
    query: InLanguage,
    body: body({ coupon: Text(100) }),
    effect: true,
    refuses: {
      INVALID_CODE: 'The member has no such coupon',
      NO_CLAIMABLE_COUPON: 'The coupon was claimed before',
      INVALID_COUPON_TYPE: 'The coupon is worth nothing',
      COUPON_EXPIRED: 'The coupon has run out',
      INVALID_PRIZE_CODE: 'The wheel no longer has this prize',
      BONUS_REMAINING: 'A condition runs',
      ...grantRefusals,
    },
    reply: Coupon,
  },
  'GET /api/spinwheel/active': {
    summary: 'Whether there is a wheel to spin',
    reply: Type.Object({ active: Type.Boolean() }),
  },
} satisfies Record<string, CallSchema>;
