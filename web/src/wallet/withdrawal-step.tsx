import type { RETURN_REASONS, WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import { useI18n } from '../i18n/i18n.tsx';

type Step = (typeof WITHDRAWAL_STEPS)[number];
type Told = { step?: Step; reason?: (typeof RETURN_REASONS)[number] };

/** How far a withdrawal is, as a short label. */
export const STEP_LABELS = {
  CHECKING: { key: 'withdraw.step.CHECKING', tone: 'gold' },
  ON_ITS_WAY: { key: 'withdraw.step.ON_ITS_WAY', tone: 'gold' },
  PAID: { key: 'state.success', tone: 'in' },
  RETURNED: { key: 'withdraw.step.RETURNED', tone: 'out' },
  CANCELLED: { key: 'withdraw.step.CANCELLED', tone: 'plain' },
} as const satisfies Record<Step, object>;

/** What the member should know of a withdrawal beyond its label. Null: nothing. */
export function useStepText(): (told: Told) => string | null {
  const { t } = useI18n();
  return ({ step, reason }) => {
    if (step === 'CHECKING') return t('withdraw.checking');
    return step === 'RETURNED' && reason ? t(`withdraw.reason.${reason}`) : null;
  };
}
