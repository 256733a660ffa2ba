import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { ConditionNotice, Term, Terms } from '../../../conditions/terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import type { Bonus } from './bonuses.queries.ts';

type BonusTermsProps = { bonus: Bonus; left: number; currency: Currency };

export function BonusTerms({ bonus, left, currency }: BonusTermsProps) {
  const { t } = useI18n();
  const { type, rate, cap, minimum, maxReceived, percentSuccess, percentFail } = bonus;
  const times = t(`bonus.times.${type}`, { n: maxReceived });
  const wasReceived = left < maxReceived;
  return (
    <>
      <Terms>
        <Term label={t('bonus.rate')}>{t('bonus.rateOf', { rate })}</Term>
        <Term label={t('bonus.cap')}>
          <MoneyText minor={addWireMoney([cap])} currency={currency} />
        </Term>
        <Term label={t('bonus.minimum')}>
          <MoneyText minor={addWireMoney([minimum])} currency={currency} />
        </Term>
        <Term label={t('bonus.times')}>{wasReceived ? `${times} · ${t('bonus.left', { n: left })}` : times}</Term>
        <Term label={t('bonus.target')}>{t('bonus.ofStart', { percent: percentSuccess })}</Term>
        <Term label={t('bonus.end')}>{t('bonus.ofStart', { percent: percentFail })}</Term>
      </Terms>
      <p className="text-small text-pretty text-muted">{t('bonus.deposit')}</p>
      <ConditionNotice fail={percentFail} />
    </>
  );
}
