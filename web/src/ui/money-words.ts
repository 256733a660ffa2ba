import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { HIDDEN_FIGURES, useIsMoneyHidden } from '../platform/hidden-money.ts';
import { CURRENCY_NAMES } from './currency-names.ts';

/** An amount inside a sentence: 100.00 บาท. One that stands alone has its sign (`MoneyText`). */
export function usePublicMoneyWords(): (minor: Minor, currency: Currency) => string {
  const { t } = useI18n();
  return (minor, currency) => `${formatMoney(minor)}\u00a0${t(CURRENCY_NAMES[currency])}`;
}

/** The same of the member's own money, which this device may be told not to show. */
export function useMoneyWords(): (minor: Minor, currency: Currency) => string {
  const { t } = useI18n();
  const words = usePublicMoneyWords();
  const isHidden = useIsMoneyHidden();
  return (minor, currency) =>
    isHidden ? `${HIDDEN_FIGURES}\u00a0${t(CURRENCY_NAMES[currency])}` : words(minor, currency);
}
