import type { Locale } from '@krapao/contract/editions.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import { inLanguage } from '../../conditions/campaigns.ts';
import type { Coupon } from './spins.queries.ts';
import type { Slice } from './wheels.queries.ts';

export function showSlice({ code, prize_type, label, bg_color, text_color, description }: Slice, locale: Locale) {
  return {
    code,
    type: prize_type,
    label: inLanguage(label, locale),
    bgColor: bg_color,
    textColor: text_color,
    htmlDescription: inLanguage(description, locale),
  };
}

export function showCoupon(coupon: Coupon, locale: Locale) {
  const { id, name, prize_type, amount, success_percent, fail_percent, created_at, expires_at } = coupon;
  return {
    _id: id,
    prize: { name: inLanguage(name, locale), slice: showSlice(coupon, locale) },
    amount: prize_type === 'coin' ? Number(amount) : moneyToWire(amount),
    success: success_percent,
    fail: fail_percent,
    createdAt: created_at.toISOString(),
    expireIn: expires_at.toISOString(),
  };
}
