import type { Minor } from '@krapao/contract/money.ts';
import { limitsIn } from '../../allowances/limits.ts';
import { maybeOne, type Queryable, type Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import { endCoupons } from './spins.queries.ts';

/** The wheel's access to a member's coins. The member's account keeps them. */
export type Coins = {
  coinsOf: (db: Queryable, memberId: string) => Promise<number>;
  addCoins: (tx: Transaction, memberId: string, coins: bigint) => Promise<void>;
  /** The coins left after one was spent; null if there was none to spend. */
  spendCoin: (tx: Transaction, memberId: string) => Promise<number | null>;
};

/** `coinsADay`: the most that one day's deposits earn. */
export type CoinRules = Pick<Coins, 'addCoins' | 'coinsOf'> & { coinsADay: number };

/** A payment that came to a member, or goes from one. */
export type Deposited = { id: bigint; amount: Minor };

/** `earned`: by today's deposits. */
type CoinCount = { net: Minor; high: Minor; earned: number };

const TODAY = `(app_now() at time zone 'Asia/Bangkok')::date`;
const COUNT = `select net, high, case when day = ${TODAY} then earned else 0 end as earned
  from coin_counts where member_id = $1`;

/**
 * Called in the transaction, under the member's lock, in which money comes from a bank or leaves for one. Coins are for
 * new highs of deposits less withdrawals: the same money in and out again earns nothing. Those beyond the day's most
 * are not earned later either. `counted`: the part of the new high that coins were due for.
 */
export async function countBankMove(
  tx: Transaction,
  rules: CoinRules,
  { memberId, currency }: Owner,
  change: Minor,
): Promise<{ coins: number; counted: Minor }> {
  const before = (await maybeOne<CoinCount>(tx, COUNT, [memberId])) ?? { net: 0n, high: 0n, earned: 0 };
  const net = before.net + change;
  const high = net > before.high ? net : before.high;
  const { coinPrice: price } = await limitsIn(tx, currency);
  const due = high / price - before.high / price;
  const coins = Math.min(Number(due), Math.max(rules.coinsADay - before.earned, 0));
  await tx.query(
    `insert into coin_counts (member_id, net, high, day, earned) values ($1, $2, $3, ${TODAY}, $4)
      on conflict (member_id) do update set net = excluded.net, high = excluded.high, day = excluded.day,
        earned = excluded.earned`,
    [memberId, net, high, before.earned + coins],
  );
  await giveCoins(tx, rules, memberId, coins);
  return { coins, counted: due * price };
}

/** Coins that the member owes are paid first. */
export async function giveCoins(
  tx: Transaction,
  { addCoins }: Pick<Coins, 'addCoins'>,
  memberId: string,
  coins: number,
): Promise<void> {
  if (coins === 0) return;
  const sql = `update coin_counts set owed = before.owed - least(before.owed, $2::integer) from coin_counts before
    where coin_counts.member_id = $1 and before.member_id = $1 and before.owed > 0
    returning least(before.owed, $2::integer) as paid`;
  const { paid } = (await maybeOne<{ paid: number }>(tx, sql, [memberId, coins])) ?? { paid: 0 };
  if (coins > paid) await addCoins(tx, memberId, BigInt(coins - paid));
}

/** Keeps what coins a deposit earned: they go with it if it was not the member's after all. */
export async function countDeposit(
  tx: Transaction,
  rules: CoinRules,
  member: Owner,
  deposit: Deposited,
): Promise<void> {
  const { coins, counted } = await countBankMove(tx, rules, member, deposit.amount);
  if (counted === 0n) return;
  await tx.query(
    `insert into deposit_coins (payment_id, member_id, coins, counted, day) values ($1, $2, $3, $4, ${TODAY})`,
    [deposit.id, member.memberId, coins, counted],
  );
}

type DepositCoins = { coins: number; counted: Minor; day: string; at: Date };

/**
 * Called under the member's lock in the transaction that takes a deposit from the member. Its coins go, and it counts for no
 * high. For coins that are spent, coupons spun since then end if they were not claimed; what is left after that is owed,
 * and paid from coins that come later.
 */
export async function takeDepositCoins(
  tx: Transaction,
  { addCoins, coinsOf }: CoinRules,
  { memberId }: Owner,
  { id, amount }: Deposited,
): Promise<void> {
  const sql = `delete from deposit_coins where payment_id = $1 and member_id = $2 returning coins, counted, day::text, at`;
  const earned = await maybeOne<DepositCoins>(tx, sql, [id, memberId]);
  const { coins, counted, day, at } = earned ?? { coins: 0, counted: 0n, day: null, at: null };
  const left = Math.min(coins, await coinsOf(tx, memberId));
  if (left > 0) await addCoins(tx, memberId, -BigInt(left));
  const ended = at && coins > left ? await endCoupons(tx, memberId, at, coins - left) : 0;
  await tx.query(
    `update coin_counts set net = net - $2, high = greatest(high - $3, net - $2), owed = owed + $4,
        earned = greatest(earned - case when day = $5::date then $6 else 0 end, 0)
      where member_id = $1`,
    [memberId, amount, counted, coins - left - ended, day, coins],
  );
}
