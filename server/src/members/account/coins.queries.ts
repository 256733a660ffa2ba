import { maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';

/** A member's coins, which the profile shows. The wheel decides how they are earned and spent. */
export async function coinsOf(db: Queryable, memberId: string): Promise<number> {
  return (await maybeOne<{ coins: number }>(db, 'select coins from members where id = $1', [memberId]))?.coins ?? 0;
}

export async function addCoins(tx: Transaction, memberId: string, coins: bigint): Promise<void> {
  await tx.query('update members set coins = coins + $2 where id = $1', [memberId, coins]);
}

/** The coins left after one was spent; null if there was none to spend. */
export async function spendCoin(tx: Transaction, memberId: string): Promise<number | null> {
  const sql = 'update members set coins = coins - 1 where id = $1 and coins > 0 returning coins';
  return (await maybeOne<{ coins: number }>(tx, sql, [memberId]))?.coins ?? null;
}
