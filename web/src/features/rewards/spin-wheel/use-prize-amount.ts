import { addWireMoney } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { useWalletBasics } from '../../../wallet/wallet.queries.ts';
import type { Coupon } from './spin-wheel.queries.ts';

/** The value of a coupon: coins, or money in the member's currency, written as `money` does. */
export function usePrizeAmount(money = moneyText): (coupon: Coupon) => string {
  const { t } = useI18n();
  const currency = useWalletBasics()?.profile.currency ?? 'BAHT';
  return ({ amount, prize: { slice } }) =>
    slice.type === 'coin'
      ? `${amount.toLocaleString('en-US')} ${amount === 1 ? t('wheel.coin') : t('wheel.coins')}`
      : money(addWireMoney([amount]), currency);
}
