import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { RewardIcon } from '../../../conditions/reward-icon.tsx';
import { Reading } from '../../../conditions/terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { FittedMoney } from '../../../ui/fitted-money.tsx';
import type { Promotion } from './promotions.queries.ts';

export function PromotionTerms({ promotion, currency }: { promotion: Promotion; currency: Currency }) {
  const { t } = useI18n();
  const { code, credit, percentSuccess, percentFail, description } = promotion;
  return (
    <Reading label={t('promotion.name', { code })}>
      <div className="grid justify-items-center py-2 text-center">
        <RewardIcon type="promotion" />
        <p className="mt-3 text-small text-muted">{t('promotion.credit')}</p>
        <div className="w-full">
          <FittedMoney minor={addWireMoney([credit])} currency={currency} most="34px" isPublic />
        </div>
      </div>
      {description && <p className="text-center text-pretty whitespace-pre-line">{description}</p>}
      <ConditionTerms success={percentSuccess} fail={percentFail} credit={credit} />
    </Reading>
  );
}
