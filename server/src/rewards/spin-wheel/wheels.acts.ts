import { CURRENCIES } from '@krapao/contract/money.ts';
import { PRIZE_TYPES } from '@krapao/contract/rewards/spin-wheel.ts';
import { type Static, Type } from 'typebox';
import { lockCampaigns } from '../../conditions/campaign-rows.ts';
import { CannotDo, change, choice, fields, look, MOST_LISTED, readAmount } from '../../staff/act.ts';
import { faultsOf, requireTexts, textParts } from '../../staff/texts.ts';
import { couponsWithout, insertWheel, lockWheel, putUpWheel, wheelsToShow } from './make-wheel.ts';
import type { Slice } from './wheels.queries.ts';

const MOST_COINS = 100n;
const Texts = textParts('', 2_000);
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const GivenSlice = Type.Object(
  {
    code: Type.String({ pattern: '^[A-Z0-9_-]{2,40}$' }),
    type: Type.Enum(PRIZE_TYPES),
    weight: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    amount: Type.Optional(Type.Union([Type.String({ maxLength: 20 }), Type.Number()])),
    label: Texts,
    name: Texts,
    description: Texts,
    bgColor: Color,
    textColor: Color,
    success: Type.Optional(Type.Integer({ minimum: 100, maximum: 100_000 })),
    fail: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
  },
  { additionalProperties: false },
);
type GivenSlice = Static<typeof GivenSlice>;

const SAY_SLICES =
  `Give slices as JSON, two to twenty-four of them: [{"code": "CREDIT10", "type": "${PRIZE_TYPES.join('|')}",
  "weight": 220, "amount": 10, "label": {"th": …, "la": …, "en": …}, "name": {…}, "description": {…},
  "bgColor": "#e0b25c", "textColor": "#14110a", and for a bonus "success": 300, "fail": 5}, …].`.replace(/\s+/g, ' ');
const wheelId = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Say which wheel, by its number: `wheel show` shows them.',
});

/** Wheels of prizes, as operators make them and put them up. */
export const wheelActs = {
  showWheels: look({
    name: 'wheel show',
    summary: 'the wheels that are up and the drafts, or the one that is named, with what a spin costs',
    permission: 'rewards.see',
    readOnly: true,
    schema: fields({ wheel: Type.Optional(wheelId) }),
    run: (tx, _operator, { wheel }) => wheelsToShow(tx, wheel === undefined ? null : BigInt(wheel), MOST_LISTED),
  }),
  makeWheel: change({
    name: 'wheel make',
    summary: 'writes down a wheel, which nobody spins until it is put up; it is never changed: make another',
    permission: 'rewards.make',
    needsSecond: false,
    schema: fields({
      currency: choice(CURRENCIES),
      couponDays: Type.Integer({
        minimum: 1,
        maximum: 3_650,
        description: 'Give couponDays, for how many days a prize can be claimed.',
      }),
      name: textParts('Give name.th, name.la and name.en.', 100),
      slices: Type.Array(GivenSlice, { minItems: 2, maxItems: 24, description: SAY_SLICES }),
    }),
    run: async (tx, operator, { currency, couponDays, name, slices: given }) => {
      const slices = given.map(readSlice);
      const codes = new Set(slices.map(({ code }) => code));
      if (codes.size < slices.length) throw new CannotDo('Each slice needs a code of its own.');
      const wheel = { currency, name: requireTexts('The name', name, 'plain'), coupon_days: couponDays, slices };
      const id = await insertWheel(tx, wheel, operator.name);
      return { data: { id, currency }, before: null, after: { id, ...wheel } };
    },
  }),
  putUpWheel: change({
    name: 'wheel put-up',
    summary: 'members spin this wheel from now on, and no longer the one before it in its currency',
    permission: 'rewards.open',
    needsSecond: true,
    schema: fields({ wheel: wheelId, droppingCoupons: Type.Optional(choice(['yes'])) }),
    run: async (tx, operator, { wheel, droppingCoupons }) => {
      // The programme's lock, which every spin takes: none goes on at a wheel that is up no more.
      await lockCampaigns(tx, { kind: 'luckydraw', code: '' });
      const before = await lockWheel(tx, BigInt(wheel));
      if (!before) throw new CannotDo(`There is no wheel ${wheel}: \`wheel show\` shows them.`);
      if (before.put_up_at) throw new CannotDo(`Wheel ${wheel} was put up already: \`wheel make\` makes another.`);
      const lost = await couponsWithout(tx, before);
      if (lost > 0 && !droppingCoupons)
        throw new CannotDo(
          `${lost} coupons of members could not be claimed while this wheel is up, since it lacks their slices. ` +
            'Make one that has them, or say droppingCoupons=yes.',
        );
      await putUpWheel(tx, before.id, operator.name);
      const after = await lockWheel(tx, before.id);
      return { data: { id: before.id, currency: before.currency }, before, after };
    },
  }),
};

function readSlice(given: GivenSlice): Slice {
  const { code, type, weight, label, name, description, bgColor, textColor, success, fail } = given;
  const what = `Slice ${code}`;
  const amount = amountOf(given);
  const isBound = success !== undefined && fail !== undefined;
  const faults = [
    ...(amount === null
      ? [`${what} needs an amount: money, or up to ${MOST_COINS} whole coins; for nothing, none.`]
      : []),
    ...(type === 'bonus' && !isBound ? [`${what} is a bonus and needs success and fail, such as 300 and 5.`] : []),
    ...(type !== 'bonus' && (success !== undefined || fail !== undefined)
      ? [`${what} is no bonus: it is free at once.`]
      : []),
    ...faultsOf(`${what}, its label,`, label, 'plain'),
    ...faultsOf(`${what}, its name,`, name, 'plain'),
    ...faultsOf(`${what}, its description,`, description, 'html'),
  ];
  if (amount === null || faults.length > 0) throw new CannotDo(faults.join('\n'));
  const texts = { label, name, description };
  const look = { bg_color: bgColor, text_color: textColor };
  const terms = { success_percent: success ?? 100, fail_percent: fail ?? 0 };
  return { code, prize_type: type, weight, amount, ...texts, ...look, ...terms };
}

/** Minor units, or whole coins. */
function amountOf({ type, amount = 0 }: GivenSlice): bigint | null {
  const minor = readAmount(amount);
  if (minor === null || minor < 0n) return null;
  if (type === 'nothing') return minor === 0n ? 0n : null;
  if (type !== 'coin') return minor > 0n ? minor : null;
  const coins = minor / 100n;
  return minor % 100n === 0n && coins > 0n && coins <= MOST_COINS ? coins : null;
}
