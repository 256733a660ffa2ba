import type { Minor } from '@krapao/contract/money.ts';
import { post } from '../../ledger/ledger.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { type AccountKey, addLate, unownedAt } from './game-accounts.queries.ts';

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

/** Some of it was fetched back although the fetch had been given up. Answers how much of that the books still had there. */
export async function takeUnowned(tx: Transaction, account: AccountKey, amount: Minor): Promise<Minor> {
  const known = await unownedAt(tx, account);
  const taken = known < amount ? known : amount;
  await addLate(tx, account, -taken);
  return taken;
}
