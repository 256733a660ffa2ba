import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { HIDDEN_FIGURES, useIsMoneyHidden } from '../platform/hidden-money.ts';
import { classNames } from './class-names.ts';

export const SIGNS: Record<Currency, string> = { BAHT: '฿', LAK: '₭' };

/** An amount alone, where no element can stand. Inside a sentence it is `useMoneyWords`. */
export function moneyText(minor: Minor, currency: Currency): string {
  return `${SIGNS[currency]}${formatMoney(minor)}`;
}

type MoneyTextProps = {
  minor: Minor;
  currency: Currency;
  plus?: boolean;
  /** Not the member's own money, but a limit, an offer or what was just typed: shown also where balances are hidden. */
  isPublic?: boolean;
  className?: string;
  signClassName?: string;
  decimalsClassName?: string;
};

/** The point and the two figures behind it. */
const DECIMALS = 3;

/** Figures of equal width, so that amounts stand under each other and do not jump when they change. */
export function MoneyText(props: MoneyTextProps) {
  const { minor, currency, plus = false, isPublic = false, className, signClassName, decimalsClassName } = props;
  const { t } = useI18n();
  const isHidden = useIsMoneyHidden() && !isPublic;
  if (isHidden)
    return (
      <span className={classNames('whitespace-nowrap', className)}>
        <span aria-hidden="true">
          <span className={signClassName}>{SIGNS[currency]}</span>
          {HIDDEN_FIGURES}
        </span>
        <span className="sr-only">{t('money.hidden')}</span>
      </span>
    );
  const figures = formatMoney(minor < 0n ? -minor : minor);
  return (
    <span className={classNames('figures whitespace-nowrap', className)}>
      {minor < 0n ? '−' : plus && '+'}
      <span className={signClassName}>{SIGNS[currency]}</span>
      {decimalsClassName ? (
        <>
          {figures.slice(0, -DECIMALS)}
          <span className={decimalsClassName}>{figures.slice(-DECIMALS)}</span>
        </>
      ) : (
        figures
      )}
    </span>
  );
}
