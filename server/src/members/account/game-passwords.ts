import type { Transaction } from '../../platform/database.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';

/**
 * Lets the passwords of the member's game accounts go, in the transaction that ends sign-ins: their bearers have read them.
 * Answers at how many games.
 */
export type EndGamePasswords = (tx: Transaction, memberId: string) => Promise<number>;

/** The member is told, by the trail of the account. */
export async function endAndTell(
  tx: Transaction,
  endGamePasswords: EndGamePasswords,
  ended: { memberId: string; from?: From; operator?: string },
): Promise<void> {
  const games = await endGamePasswords(tx, ended.memberId);
  if (games > 0) await noteEvent(tx, { what: 'game-passwords-renewed', ...ended });
}
