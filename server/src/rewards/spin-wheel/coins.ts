import type { Minor } from '@krapao/contract/money.ts';
import { COIN_PRICES } from '@krapao/contract/rewards/limits.ts';
import { maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';

/** The wheel's access to a member's coins. The member's account keeps them. */
export type Coins = {
  coinsOf: (db: Queryable, memberId: string) => Promise<number>;
  addCoins: (tx: Transaction, memberId: string, coins: bigint) => Promise<void>;
  /** The coins left after one was spent; null if there was none to spend. */
  spendCoin: (tx: Transaction, memberId: string) => Promise<number | null>;
};

/**
 * Called in the transaction, under the member's lock, in which money comes from a bank or leaves for one. Coins are for
 * new highs of deposits less withdrawals: the same money in and out again earns nothing.
 */
export async function countBankMove(
  tx: Transaction,
  { addCoins }: Pick<Coins, 'addCoins'>,
  { memberId, currency }: Owner,
  change: Minor,
): Promise<void> {
  const sql = 'select net, high from coin_counts where member_id = $1';
  const before = (await maybeOne<{ net: Minor; high: Minor }>(tx, sql, [memberId])) ?? { net: 0n, high: 0n };
  const net = before.net + change;
  const high = net > before.high ? net : before.high;
  await tx.query(
    `insert into coin_counts (member_id, net, high) values ($1, $2, $3)
      on conflict (member_id) do update set net = excluded.net, high = excluded.high`,
    [memberId, net, high],
  );
  const price = BigInt(COIN_PRICES[currency]) * 100n;
  const coins = high / price - before.high / price;
  if (coins > 0n) await addCoins(tx, memberId, coins);
}
