import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import { giveBack, type OnBankMove } from './end-withdrawal.ts';
import { lockPayouts, noteWaiting, readLeave } from './leave.queries.ts';
import { reasonsSinceHeld } from './review.ts';
import { type ReviewDeps, sendToReview } from './send-to-review.ts';
import { moveWithdrawal, type WaitsFor, type Withdrawal } from './withdrawals.queries.ts';

export type LeaveDeps = ReviewDeps & {
  db: Database;
  announce: AnnounceWalletChange;
  log: FastifyBaseLogger;
  /** The most that goes out within an hour without an operator's approval. */
  payoutsAnHour: Record<Currency, Minor>;
  /** How long after its call a game may make a move whose money was given back. */
  movesFinalAfterMs: number;
  onBankMove: OnBankMove;
};

/** `tryInMs`: how long it has to wait before it may leave; null where nobody knows. */
type Leaving = { hasLeft: true } | { hasLeft: false; tryInMs: number | null };

/**
 * Marks a held withdrawal `called`, if it may leave now; only the caller who is told that it left calls the channel. Under
 * the member's lock, which blocking takes too, and the lock of payouts, which pausing takes too: a withdrawal is called
 * before either, or not at all. Money is never sent to an account that is no longer the member's: it goes back.
 */
export async function leaveForBank(deps: LeaveDeps, withdrawal: Withdrawal): Promise<Leaving> {
  const { member_id: memberId, id, amount, currency } = withdrawal;
  const key = { memberId, id };
  const outcome = await inMemberTransaction(deps.db, memberId, async (tx) => {
    await lockPayouts(tx);
    const leave = await readLeave(tx, key, deps.movesFinalAfterMs);
    if (leave.state !== 'held') return 'elsewhere';
    if (leave.leaves_in_ms > 0) return leave.leaves_in_ms;
    if (leave.has_other_account) {
      const end = { to: 'returned', why: 'BANK_ACCOUNT' } as const;
      await giveBack(tx, deps.onBankMove, { ...withdrawal, state: 'held' }, end);
      return 'returned';
    }
    const isStopped = leave.is_blocked || leave.is_paused;
    // What an operator approved goes back to review only for what was not known then.
    const judge = { judge: reasonsSinceHeld, known: leave.is_approved ? leave.reasons : [] };
    if (!isStopped && (await sendToReview(tx, deps, withdrawal, judge))) return 'checking';
    // `called_lately`: what left within the last hour without an operator’s approval.
    const isOverCeiling = !leave.is_approved && leave.called_lately + amount > deps.payoutsAnHour[currency];
    const waitsFor = stopOf({ ...leave, isOverCeiling });
    if (waitsFor) await noteWaiting(tx, key, waitsFor);
    else await moveWithdrawal(tx, key, { from: 'held', to: 'called' });
    if (waitsFor === 'late move') return leave.late_move_in_ms ?? 0;
    return waitsFor ?? 'called';
  });
  if (outcome === 'ceiling' && withdrawal.waits_for !== 'ceiling')
    deps.log.warn({ member: memberId, withdrawal: id, currency }, 'a withdrawal waits: the hour’s payouts are used up');
  // Once it has left, the member's screens offer no cancelling any more.
  if (outcome === 'checking' || outcome === 'called' || outcome === 'returned') deps.announce(memberId);
  if (outcome === 'called') return { hasLeft: true };
  return { hasLeft: false, tryInMs: typeof outcome === 'number' ? outcome : null };
}

type Stops = { is_blocked: boolean; is_paused: boolean; late_move_in_ms: number | null; isOverCeiling: boolean };

function stopOf({ is_blocked, is_paused, late_move_in_ms, isOverCeiling }: Stops): WaitsFor | null {
  if (is_blocked) return 'blocked';
  if (is_paused) return 'paused';
  if (late_move_in_ms !== null) return 'late move';
  return isOverCeiling ? 'ceiling' : null;
}
