import type { Minor } from '@krapao/contract/money.ts';
import { limitsIn } from '../../allowances/limits.ts';
import { maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';

/** The wheel's access to a member's coins. The member's account keeps them. */
export type Coins = {
  coinsOf: (db: Queryable, memberId: string) => Promise<number>;
  addCoins: (tx: Transaction, memberId: string, coins: bigint) => Promise<void>;
  /** The coins left after one was spent; null if there was none to spend. */
  spendCoin: (tx: Transaction, memberId: string) => Promise<number | null>;
};

/** `coinsADay`: the most that one day's deposits earn. */
export type CoinRules = Pick<Coins, 'addCoins'> & { coinsADay: number };

/** `earned`: by today's deposits. */
type CoinCount = { net: Minor; high: Minor; earned: number };

const TODAY = `(app_now() at time zone 'Asia/Bangkok')::date`;
const COUNT = `select net, high, case when day = ${TODAY} then earned else 0 end as earned
  from coin_counts where member_id = $1`;

/**
 * Called in the transaction, under the member's lock, in which money comes from a bank or leaves for one. Coins are for
 * new highs of deposits less withdrawals: the same money in and out again earns nothing. Those beyond the day's most
 * are not earned later either.
 */
export async function countBankMove(
  tx: Transaction,
  { addCoins, coinsADay }: CoinRules,
  { memberId, currency }: Owner,
  change: Minor,
): Promise<void> {
  const before = (await maybeOne<CoinCount>(tx, COUNT, [memberId])) ?? { net: 0n, high: 0n, earned: 0 };
  const net = before.net + change;
  const high = net > before.high ? net : before.high;
  const { coinPrice: price } = await limitsIn(tx, currency);
  const due = Number(high / price - before.high / price);
  const coins = Math.min(due, Math.max(coinsADay - before.earned, 0));
  await tx.query(
    `insert into coin_counts (member_id, net, high, day, earned) values ($1, $2, $3, ${TODAY}, $4)
      on conflict (member_id) do update set net = excluded.net, high = excluded.high, day = excluded.day,
        earned = excluded.earned`,
    [memberId, net, high, before.earned + coins],
  );
  if (coins > 0) await addCoins(tx, memberId, BigInt(coins));
}
