import type { Transaction } from '../../platform/database.ts';

/**
 * Withdrawals that wait here, as far as this database knows, may have left in what it lost. Each counts as called: the channel
 * is asked by its reference, and neither the member nor an operator can have its money back before the channel has said
 * that it did not pay. Answers how many there are.
 */
export async function askAboutWithdrawals(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.query(
    `update withdrawals set state = 'called', waits_for = null, called_at = clock_timestamp(),
        sent_at = coalesce(sent_at, app_now()), tries = 0, next_try_at = clock_timestamp()
      where state in ('held', 'checking')`,
  );
  return rowCount ?? 0;
}
