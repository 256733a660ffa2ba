import type { WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';

type Step = (typeof WITHDRAWAL_STEPS)[number];

/** How far a withdrawal is, as a short label. */
export const STEP_LABELS = {
  CHECKING: { key: 'withdraw.step.CHECKING', tone: 'gold' },
  ON_ITS_WAY: { key: 'withdraw.step.ON_ITS_WAY', tone: 'gold' },
  PAID: { key: 'state.success', tone: 'in' },
  RETURNED: { key: 'withdraw.step.RETURNED', tone: 'out' },
  CANCELLED: { key: 'withdraw.step.CANCELLED', tone: 'plain' },
} as const satisfies Record<Step, object>;
