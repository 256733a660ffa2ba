import type { WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import { moneyToWire } from '@krapao/contract/money.ts';
import type { Queryable } from '../../platform/database.ts';
import { openOf, type ReturnReason, type Stepped, steppedOf, type Withdrawal } from './withdrawals.queries.ts';

type Step = (typeof WITHDRAWAL_STEPS)[number];
type Told = { step: Step; canCancel?: true; leavesAt?: string; reason?: ReturnReason; endedAt?: string };

/** No step is ever followed by an earlier one: what is held may still go to review. */
const STEPS: Record<Withdrawal['state'], Step> = {
  gathering: 'CHECKING',
  held: 'CHECKING',
  checking: 'CHECKING',
  called: 'ON_ITS_WAY',
  paid: 'PAID',
  returned: 'RETURNED',
  // Money that did not come home from the games never left.
  refused: 'RETURNED',
  cancelled: 'CANCELLED',
};

function toldOf({ state, returned_why, finished_at, leaves_at, can_cancel }: Stepped): Told {
  return {
    step: STEPS[state],
    ...(can_cancel && { canCancel: true }),
    ...(state === 'held' && leaves_at && { leavesAt: leaves_at.toISOString() }),
    ...(state === 'returned' && returned_why && { reason: returned_why }),
    ...(finished_at && { endedAt: finished_at.toISOString() }),
  };
}

/** How far the withdrawals among a member's movements are, by id. */
export async function readSteps(db: Queryable, memberId: string, ids: string[]): Promise<Map<string, Told>> {
  return new Map((await steppedOf(db, memberId, ids)).map((withdrawal) => [withdrawal.id, toldOf(withdrawal)]));
}

/** The withdrawals of a member whose money is set aside, oldest first. */
export async function readOpen(db: Queryable, memberId: string) {
  const open = await openOf(db, memberId);
  return open.map((withdrawal) => ({
    id: withdrawal.id,
    amount: moneyToWire(withdrawal.amount),
    ...toldOf(withdrawal),
  }));
}
