import type { Transaction } from '../../platform/database.ts';
import type { WithdrawalKey } from './withdrawals.queries.ts';

const AS_CALLED = `state = 'called', waits_for = null, called_at = clock_timestamp(),
  sent_at = coalesce(sent_at, app_now()), tries = 0, next_try_at = clock_timestamp()`;

/**
 * Withdrawals that wait here, as far as this database knows, may have left in what it lost. Each counts as called: the channel
 * is asked by its reference, and neither the member nor an operator can have its money back before the channel has said
 * that it did not pay. A withdrawal that is still gathering counts as called once its money is set aside. Answers how many there are.
 */
export async function askAboutWithdrawals(tx: Transaction): Promise<number> {
  const waiting = await tx.query(`update withdrawals set ${AS_CALLED} where state in ('held', 'checking')`);
  const gathering = await tx.query(`update withdrawals set may_have_left = true where state = 'gathering'`);
  return (waiting.rowCount ?? 0) + (gathering.rowCount ?? 0);
}

/** Called in the transaction that sets the withdrawal's money aside. */
export async function askAboutGathered(tx: Transaction, { memberId, id }: WithdrawalKey): Promise<void> {
  const sql = `update withdrawals set ${AS_CALLED}
    where member_id = $1 and id = $2 and may_have_left and state in ('held', 'checking')`;
  await tx.query(sql, [memberId, id]);
}
