import { bonusEndOf } from './activity.ts';
import { DEPOSIT_LABELS, WITHDRAWAL_LABELS } from './movement-labels.ts';
import type { StatementEntry } from './movements.queries.ts';

const STATUSES = {
  SUCCESS: { key: 'state.success', tone: 'in' },
  FAILED: { key: 'state.failed', tone: 'out' },
} as const;
const IN_PROGRESS = { key: 'state.inProgress', tone: 'info' } as const;

/** In progress is the default: of a status this version does not know, no more can be said. */
export function statusOf(status: string) {
  return status === 'SUCCESS' || status === 'FAILED' ? STATUSES[status] : IN_PROGRESS;
}

const BONUS_ENDS = {
  met: STATUSES.SUCCESS,
  ended: { key: 'statement.status.ended', tone: 'plain' },
  cancelled: { key: 'statement.status.takenBack', tone: 'plain' },
} as const;

/** A failed entry moved nothing. A condition that ends unmet is no failure. */
export const hasMovedNothing = ({ status, statementType }: Pick<StatementEntry, 'status' | 'statementType'>) =>
  status === 'FAILED' && statementType !== 'finish_bonus';

export type Status = ReturnType<typeof entryStatusOf>;

export function entryStatusOf(entry: Pick<StatementEntry, 'statementType' | 'status' | 'to' | 'amount' | 'step'>) {
  if (entry.step) return WITHDRAWAL_LABELS[entry.step] ?? statusOf(entry.status);
  if (entry.statementType === 'deposit') return DEPOSIT_LABELS[entry.status] ?? statusOf(entry.status);
  if (entry.statementType !== 'finish_bonus') return statusOf(entry.status);
  const end = bonusEndOf(entry);
  // There may have been nothing left to take back.
  return BONUS_ENDS[end === 'cancelled' && entry.amount === 0 ? 'ended' : end];
}
