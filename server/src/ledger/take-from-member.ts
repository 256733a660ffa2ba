import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { balancesOf, type Posted, post } from './ledger.ts';

type Taking = {
  key: string;
  reason: string;
  memberId: string;
  currency: Currency;
  amount: Minor;
  to: `house:${string}`;
};

/** `taken`: what the main wallet had. `owed`: the rest, which the member owes from now on. */
export type Taken = { taken: Minor; owed: Minor; posted: Posted | null };

/** Takes money from a member on the word of operators. The caller holds the member's lock. */
export async function takeFromMember(tx: Transaction, { key, amount, ...booking }: Taking): Promise<Taken> {
  const main = (await balancesOf(tx, booking.memberId)).get('main') ?? 0n;
  const taken = main < amount ? main : amount;
  const owed = amount - taken;
  const posted = taken > 0n ? await post(tx, { ...booking, key: `${key}/taken`, from: 'main', amount: taken }) : null;
  if (owed > 0n) await post(tx, { ...booking, key: `${key}/owed`, from: 'owed', amount: owed });
  return { taken, owed, posted };
}

/** What the member owes the house. */
export async function debtOf(db: Queryable, memberId: string): Promise<Minor> {
  return -((await balancesOf(db, memberId)).get('owed') ?? 0n);
}
