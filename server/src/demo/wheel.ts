import type { Currency } from '@krapao/contract/money.ts';
import type { Queryable } from '../platform/database.ts';
import { insertWheel, putUpWheel } from '../rewards/spin-wheel/make-wheel.ts';
import type { Slice } from '../rewards/spin-wheel/wheels.queries.ts';
import { worthIn } from './rewards.ts';

type Texts = { th: string; la: string; en: string };
type DemoSlice = {
  code: string;
  type: 'credit' | 'bonus' | 'coin' | 'nothing';
  weight: number;
  /** Baht, or coins. */
  amount: bigint;
  colors: [background: string, text: string];
};

const GOLD: DemoSlice['colors'] = ['#e0b25c', '#14110a'];
const NIGHT: DemoSlice['colors'] = ['#1b2233', '#f4f1ea'];
const JADE: DemoSlice['colors'] = ['#1f6f5c', '#f4f1ea'];
const PLUM: DemoSlice['colors'] = ['#5a2f6b', '#f4f1ea'];

/** The weights add up to 1,000, so each is a share in tenths of a percent. */
const SLICES: DemoSlice[] = [
  { code: 'CREDIT10', type: 'credit', weight: 220, amount: 10n, colors: GOLD },
  { code: 'NOTHING1', type: 'nothing', weight: 190, amount: 0n, colors: NIGHT },
  { code: 'BONUS50', type: 'bonus', weight: 120, amount: 50n, colors: JADE },
  { code: 'COIN1', type: 'coin', weight: 180, amount: 1n, colors: PLUM },
  { code: 'CREDIT20', type: 'credit', weight: 80, amount: 20n, colors: GOLD },
  { code: 'NOTHING2', type: 'nothing', weight: 150, amount: 0n, colors: NIGHT },
  { code: 'BONUS300', type: 'bonus', weight: 10, amount: 300n, colors: JADE },
  { code: 'COIN3', type: 'coin', weight: 50, amount: 3n, colors: PLUM },
];

/** Puts a wheel up in each currency, in the place of the one before. */
export async function putUpSandboxWheel(db: Queryable): Promise<void> {
  const name: Texts = { th: 'กงล้อนำโชค', la: 'ວົງລໍ້ນຳໂຊກ', en: 'Lucky wheel' };
  for (const currency of ['BAHT', 'LAK'] as const) {
    const wheel = { currency, name, coupon_days: 30, slices: SLICES.map((slice) => sliceIn(currency, slice)) };
    await putUpWheel(db, await insertWheel(db, wheel, 'demo'), 'demo');
  }
}

function sliceIn(currency: Currency, slice: DemoSlice): Slice {
  const { code, type: prize_type, weight, colors } = slice;
  const amount = prize_type === 'coin' ? slice.amount : worthIn(currency)(slice.amount);
  const [bg_color, text_color] = colors;
  const terms =
    prize_type === 'bonus' ? { success_percent: 300, fail_percent: 5 } : { success_percent: 100, fail_percent: 0 };
  return { code, prize_type, weight, amount, ...textsOf(slice, currency), bg_color, text_color, ...terms };
}

function textsOf({ type, amount }: DemoSlice, currency: Currency): { label: Texts; name: Texts; description: Texts } {
  const sum = (worthIn(currency)(amount) / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  const money = `${currency === 'LAK' ? '₭' : '฿'}${sum}`;
  switch (type) {
    case 'credit':
      return {
        label: same(money),
        name: { th: `เงินรางวัล ${money}`, la: `ເງິນລາງວັນ ${money}`, en: `${money} in cash` },
        description: {
          th: 'ใช้หรือถอนได้ทันที',
          la: 'ໃຊ້ ຫຼື ຖອນໄດ້ທັນທີ',
          en: 'Yours at once, to play or to withdraw.',
        },
      };
    case 'bonus':
      return {
        label: same(`+${money}`),
        name: { th: `โบนัส ${money}`, la: `ໂບນັດ ${money}`, en: `${money} bonus` },
        description: {
          th: 'เงินโบนัส ถอนได้เมื่อถึงเป้าหมาย <b>300%</b>',
          la: 'ເງິນໂບນັດ, ຖອນໄດ້ເມື່ອຮອດເປົ້າໝາຍ <b>300%</b>',
          en: 'Bonus money. Withdraw it once you reach your target of <b>300%</b>.',
        },
      };
    case 'coin':
      return {
        label: { th: `${amount} เหรียญ`, la: `${amount} ຫຼຽນ`, en: amount === 1n ? '1 coin' : `${amount} coins` },
        name: {
          th: `หมุนอีก ${amount} ครั้ง`,
          la: `ໝຸນອີກ ${amount} ຄັ້ງ`,
          en: `${amount} more spins`.replace(/^1 more spins$/, '1 more spin'),
        },
        description: { th: 'ใช้หมุนกงล้อได้อีก', la: 'ໃຊ້ໝຸນວົງລໍ້ໄດ້ອີກ', en: 'To spin the wheel again.' },
      };
    case 'nothing':
      return {
        label: { th: 'ไม่มีรางวัล', la: 'ບໍ່ມີລາງວັນ', en: 'No prize' },
        name: { th: 'ไม่ได้รางวัล', la: 'ບໍ່ໄດ້ລາງວັນ', en: 'No prize' },
        description: { th: 'ครั้งนี้ยังไม่มีรางวัล', la: 'ຄັ້ງນີ້ຍັງບໍ່ມີລາງວັນ', en: 'Nothing this time.' },
      };
  }
}

function same(text: string): Texts {
  return { th: text, la: text, en: text };
}
