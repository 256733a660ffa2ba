import type { Currency } from '@krapao/contract/money.ts';
import type { Condition } from '../../conditions/condition.queries.ts';
import { ConditionCard } from '../../conditions/condition-card.tsx';
import { useCancel } from '../../conditions/use-cancel.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useRegainedFocus } from '../../ui/use-regained-focus.ts';
import { PromotionBox } from './promotions/promotion-box.tsx';

/** The condition that runs; while there is none, the place to enter a promotion code. */
export function CurrentCondition({ condition, currency }: { condition: Condition; currency: Currency }) {
  const { t } = useI18n();
  const cancel = useCancel(condition);
  const name = condition.status ? t('bonus.running') : t('promotion.code');
  const place = useRegainedFocus<HTMLElement>(name);
  return (
    <section ref={place} tabIndex={-1} aria-label={name}>
      {condition.status ? (
        <ConditionCard condition={condition} currency={currency} cancel={cancel} />
      ) : (
        <PromotionBox currency={currency} />
      )}
    </section>
  );
}
