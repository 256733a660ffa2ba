import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { Term, Terms } from '../../../conditions/terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import type { Bonus } from './bonuses.queries.ts';

type BonusTermsProps = {
  bonus: Bonus;
  left: number;
  /** The member can receive the bonus now, so its amounts are known. */
  isOffered: boolean;
  currency: Currency;
};

export function BonusTerms({ bonus, left, isOffered, currency }: BonusTermsProps) {
  const { t } = useI18n();
  const { type, rate, cap, minimum, maxReceived, earns, percentSuccess, percentFail } = bonus;
  const times = t(`bonus.times.${type}`, { n: maxReceived });
  const wasReceived = left < maxReceived;
  const credit = isOffered && earns > 0 ? earns : undefined;
  return (
    <>
      {credit !== undefined && (
        <div className="text-center">
          <p className="text-small text-muted">{t('promotion.credit')}</p>
          <FittedMoney minor={addWireMoney([credit])} currency={currency} most="34px" isPublic />
        </div>
      )}
      <ConditionTerms success={percentSuccess} fail={percentFail} {...(credit !== undefined && { credit })} />
      <Terms>
        <Term label={t('bonus.rate')}>{t('bonus.rateOf', { rate })}</Term>
        <Term label={t('bonus.cap')}>
          <MoneyText minor={addWireMoney([cap])} currency={currency} />
        </Term>
        <Term label={t('bonus.minimum')}>
          <MoneyText minor={addWireMoney([minimum])} currency={currency} />
        </Term>
        <Term label={t('bonus.times')}>{wasReceived ? `${times} · ${t('bonus.left', { n: left })}` : times}</Term>
      </Terms>
      <p className="text-small text-pretty text-muted">{t('bonus.deposit')}</p>
    </>
  );
}
