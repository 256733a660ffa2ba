import type { RETURN_REASONS, WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import { useI18n } from '../i18n/i18n.tsx';

type Step = (typeof WITHDRAWAL_STEPS)[number];
type Told = { step?: Step; leavesAt?: string | undefined; reason?: (typeof RETURN_REASONS)[number] };

/** What the member should know of a withdrawal beyond its label. Null: nothing. */
export function useStepText(): (told: Told) => string | null {
  const { t } = useI18n();
  return ({ step, leavesAt, reason }) => {
    // A fresh one is explained by its countdown, beside the button that cancels it.
    if (step === 'CHECKING') return leavesAt ? null : t('withdraw.checking');
    return step === 'RETURNED' && reason ? t(`withdraw.reason.${reason}`) : null;
  };
}
