import { inMemberTransaction } from '../../ledger/ledger.ts';
import { backOff, type DueWork } from '../../platform/due-work.ts';
import { askAgainIn, type Finished, takeFinished } from './ask-again.queries.ts';
import { bookDebt, bounceBack } from './end-withdrawal.ts';
import { type PayOutDeps, referenceOf } from './pay-out.ts';

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;
const MARGIN_MS = 5_000;

/**
 * A bank may send money back days after it was paid, and a channel may pay what it had refused. For some days it is asked
 * again, ever more rarely. Cut off before the transaction that turns an outcome, nothing was done; after it, everything.
 */
export function finishedWithdrawals(deps: PayOutDeps): DueWork<Finished> {
  return {
    name: 'finished withdrawals',
    idOf: referenceOf,
    take: (limit) => takeFinished(deps.db, limit, 2 * deps.providerTimeoutMs + MARGIN_MS),
    handle: (withdrawal) => askAgain(deps, withdrawal),
  };
}

async function askAgain(deps: PayOutDeps, withdrawal: Finished): Promise<void> {
  const { member_id: memberId, id, state, tries } = withdrawal;
  const told = await deps.payouts.stateOf(referenceOf(withdrawal));
  const other = state === 'paid' ? 'refused' : 'paid';
  if (told === other && (await isSure(deps, withdrawal, other))) {
    const turn = state === 'paid' ? bounceBack : bookDebt;
    await inMemberTransaction(deps.db, memberId, (tx) => turn(tx, deps.onBankMove, withdrawal));
    deps.log.warn({ member: memberId, withdrawal: id, was: state }, 'a payout ended otherwise than it was told first');
    deps.announce(memberId);
    return;
  }
  const wait = backOff({ tries, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS });
  const isOtherwise = told === 'unknown' ? null : told === other;
  const waitMs = isOtherwise ? Math.min(wait, deps.payoutsBelievedAfterMs) : wait;
  await askAgainIn(deps.db, { memberId, id }, { waitMs, isOtherwise });
}

/**
 * One answer may be wrong: closing the reference has to say the same. Money that comes back can be withdrawn once more, so the
 * channel also has to stay with it for a while; so does a channel that cannot close.
 */
async function isSure(deps: PayOutDeps, withdrawal: Finished, other: 'refused' | 'paid'): Promise<boolean> {
  const { canClose, close } = deps.payouts;
  if (canClose && (await close(referenceOf(withdrawal))) !== other) return false;
  if (canClose && other === 'paid') return true;
  return withdrawal.otherwise_ms !== null && withdrawal.otherwise_ms >= deps.payoutsBelievedAfterMs;
}
