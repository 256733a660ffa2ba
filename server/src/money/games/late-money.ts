import type { Minor } from '@krapao/contract/money.ts';
import { post } from '../../ledger/ledger.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { addLate } from './game-accounts.queries.ts';

/** Money that came from nothing waits in an account of the house, and leaves it as it leaves the game. */
export async function bookLate(
  tx: Transaction,
  posting: Owner & { key: string },
  code: string,
  change: Minor,
): Promise<void> {
  const { key, memberId, currency } = posting;
  const booking = { key, memberId, currency, reason: 'late' };
  const [games, late] = [`house:games:${code}`, `house:late:${code}`] as const;
  if (change > 0n) await post(tx, { ...booking, from: games, to: late, amount: change });
  if (change < 0n) await post(tx, { ...booking, from: late, to: games, amount: -change });
}

/** Money that a move has brought to the game although it was given back, and that the member has spent. */
export async function keepAsLate(
  tx: Transaction,
  { code, ...member }: Owner & { code: string },
  amount: Minor,
  key: string,
): Promise<void> {
  await bookLate(tx, { ...member, key }, code, amount);
  await addLate(tx, { memberId: member.memberId, code }, amount);
}
