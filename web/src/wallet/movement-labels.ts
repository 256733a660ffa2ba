import type { WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';

type Step = (typeof WITHDRAWAL_STEPS)[number];

/** The one word for how far a withdrawal is, wherever it is shown. The bot's sentences have the same words. */
export const WITHDRAWAL_LABELS = {
  CHECKING: { key: 'withdraw.step.CHECKING', tone: 'info' },
  ON_ITS_WAY: { key: 'withdraw.step.ON_ITS_WAY', tone: 'info' },
  PAID: { key: 'state.success', tone: 'in' },
  RETURNED: { key: 'withdraw.step.RETURNED', tone: 'plain' },
  CANCELLED: { key: 'withdraw.step.CANCELLED', tone: 'plain' },
} as const satisfies Record<Step, object>;

/** The same for a deposit. */
export const DEPOSIT_LABELS = {
  PROCESSING: { key: 'state.inProgress', tone: 'info' },
  SUCCESS: { key: 'state.success', tone: 'in' },
  FAILED: { key: 'state.failed', tone: 'out' },
} as const;
