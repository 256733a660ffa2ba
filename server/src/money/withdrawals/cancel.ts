import { standsStill } from '../../fence/commits.queries.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { endStatement } from '../../ledger/statement.ts';
import { AppError, moneyStandsStill } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import { giveBack } from './end-withdrawal.ts';
import type { PayOutDeps } from './pay-out.ts';
import { findWithdrawal, moveWithdrawal, type Withdrawal } from './withdrawals.queries.ts';

/**
 * Under the member's lock, which the step that calls the channel takes too: either the channel is never called, or it is
 * too late. Repeating it answers the same.
 */
export async function cancelWithdrawal(deps: PayOutDeps, { memberId }: Owner, id: string) {
  const key = { memberId, id: id.toLowerCase() };
  await inMemberTransaction(deps.db, memberId, async (tx) => {
    // Read before the withdrawal: if the standstill is over by now, the withdrawal shows what its end has marked.
    const isStill = await standsStill(tx);
    const withdrawal = await findWithdrawal(tx, key);
    if (!withdrawal) throw new AppError('NO_DATA');
    if (withdrawal.state === 'cancelled') return;
    if (isStill) throw moneyStandsStill();
    if (!(await cancelInTime(tx, deps, withdrawal))) throw new AppError('WITHDRAW_TOO_LATE');
  });
  deps.announce(memberId);
  return { id: key.id, step: 'CANCELLED' as const };
}

async function cancelInTime(tx: Transaction, deps: PayOutDeps, withdrawal: Withdrawal): Promise<boolean> {
  const { member_id: memberId, id, call, state, may_have_left: mayHaveLeft } = withdrawal;
  if (state === 'held' || state === 'checking')
    return giveBack(tx, deps.onBankMove, { ...withdrawal, state }, { to: 'cancelled' });
  if (state !== 'gathering' || mayHaveLeft) return false;
  // What is on its way home from games comes home, and stays there.
  if (!(await moveWithdrawal(tx, { memberId, id }, { from: state, to: 'cancelled' }))) return false;
  await endStatement(tx, { memberId, id }, 'FAILED');
  await recordAnswer(tx, { memberId, id, call }, { status: 200, body: { id, status: 'PENDING' } });
  return true;
}
