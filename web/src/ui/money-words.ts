import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { CURRENCY_NAMES } from './currency-names.ts';

/** An amount inside a sentence: 100.00 บาท. One that stands alone has its sign (`MoneyText`). */
export function useMoneyWords(): (minor: Minor, currency: Currency) => string {
  const { t } = useI18n();
  return (minor, currency) => `${formatMoney(minor)}\u00a0${t(CURRENCY_NAMES[currency])}`;
}
