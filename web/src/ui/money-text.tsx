import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { classNames } from './class-names.ts';

export const SIGNS: Record<Currency, string> = { BAHT: '฿', LAK: '₭' };

/** An amount alone, where no element can stand. Inside a sentence it is `useMoneyWords`. */
export function moneyText(minor: Minor, currency: Currency): string {
  return `${SIGNS[currency]}${formatMoney(minor)}`;
}

type MoneyTextProps = { minor: Minor; currency: Currency; plus?: boolean; className?: string; signClassName?: string };

/** Figures of equal width, so that amounts stand under each other and do not jump when they change. */
export function MoneyText({ minor, currency, plus = false, className, signClassName }: MoneyTextProps) {
  const figures = formatMoney(minor < 0n ? -minor : minor);
  return (
    <span className={classNames('figures whitespace-nowrap', className)}>
      {minor < 0n ? '−' : plus && '+'}
      <span className={signClassName}>{SIGNS[currency]}</span>
      {figures}
    </span>
  );
}
