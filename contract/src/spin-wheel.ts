import { Type } from 'typebox';
import { body, type CallSchema, Html, Money, Nullable, Text, Time } from './schemas.ts';

const Slice = Type.Object({
  code: Type.String(),
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
  _id: Type.String({ format: 'uuid' }),
  prize: Type.Object({ name: Type.String(), slice: Slice }),
  amount: Money,
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
  code: Type.String(),
  label: Type.String(),
  remainingCoin: Type.Integer(),
  serverSeed: Type.String(),
  clientSeed: Type.String(),
});

export const spinWheelCalls = {
  'GET /api/spinwheel/setup': {
    summary: 'The wheel, its odds and this member’s coins',
    reply: Type.Object({ activeSpinwheel: Nullable(Wheel), userCoin: Type.Integer() }),
  },
  'POST /api/spinwheel/spin': {
    summary: 'Spends a coin and draws a prize; refuses with `success: false`',
    /** May be absent altogether: a spin without a seed of the browser's own is still a fair one. */
    body: Nullable(body({ clientSeed: Type.Optional(Text(64)) })),
    effect: true,
    reply: Type.Union([
      Type.Object({ success: Type.Literal(true), result: SpinResult }),
      Type.Object({ success: Type.Literal(false), error: Type.String({ description: 'The code of the refusal' }) }),
    ]),
  },
  'GET /api/spinwheel/coupon': {
    summary: 'Coupons this member can still claim',
    reply: Type.Object({ coupons: Type.Array(Coupon) }),
  },
  'POST /api/spinwheel/coupon/claim': {
    summary: 'Grants what a coupon is worth and starts its condition',
    body: body({ coupon: Text(100) }),
    effect: true,
    reply: Coupon,
  },
  'GET /api/spinwheel/active': {
    summary: 'Whether there is a wheel to spin',
    reply: Type.Object({ active: Type.Boolean() }),
  },
} satisfies Record<string, CallSchema>;
