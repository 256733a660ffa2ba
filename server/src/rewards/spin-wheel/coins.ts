import type { Queryable, Transaction } from '../../platform/database.ts';

/** The wheel's access to a member's coins. The member's account keeps them. */
export type Coins = {
  coinsOf: (db: Queryable, memberId: string) => Promise<number>;
  addCoins: (tx: Transaction, memberId: string, coins: bigint) => Promise<void>;
  /** The coins left after one was spent; null if there was none to spend. */
  spendCoin: (tx: Transaction, memberId: string) => Promise<number | null>;
};
