import type { Currency, Minor } from '@krapao/contract/money.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/database.ts';

/** A report that contradicts a credit. */
export type Dispute = {
  id: bigint;
  payment_id: bigint;
  member_id: string;
  why: string;
  /** What was left of the amount, and lies in the member's account `frozen`. */
  frozen: Minor;
  opened_at: Date;
  ended_at: Date | null;
  given_to: string | null;
};

export async function insertDispute(
  tx: Transaction,
  dispute: Pick<Dispute, 'payment_id' | 'member_id' | 'why' | 'frozen'>,
): Promise<void> {
  await insertRow(tx, 'disputes', dispute);
}

export function disputeOf(db: Queryable, paymentId: bigint): Promise<Dispute | null> {
  return maybeOne<Dispute>(db, 'select * from disputes where payment_id = $1', [paymentId]);
}

export async function isDisputed(db: Queryable, paymentId: bigint): Promise<boolean> {
  return (await maybeOne(db, 'select from disputes where payment_id = $1 and ended_at is null', [paymentId])) !== null;
}

type ListedDispute = Dispute & { amount: Minor; currency: Currency };

export function openDisputes(db: Queryable, limit: number): Promise<ListedDispute[]> {
  const sql = `select disputes.*, amount, currency from disputes join payments on payments.id = payment_id
    where ended_at is null order by disputes.id limit $1`;
  return many<ListedDispute>(db, sql, [limit]);
}

type FrozenDeposit = { from: string; amount: Minor; frozen: Minor; creditedAt: Date };

/** The member's deposits of which something is frozen, as their statement tells them. */
export function frozenDeposits(db: Queryable, memberId: string): Promise<FrozenDeposit[]> {
  const sql = `select coalesce(sending_bank, receiver_bank) as "from", amount, frozen, credited_at as "creditedAt"
    from disputes join payments on payments.id = payment_id
    where disputes.member_id = $1 and ended_at is null and frozen > 0 order by disputes.id`;
  return many<FrozenDeposit>(db, sql, [memberId]);
}

export function findOpenDispute(tx: Transaction, id: string): Promise<Dispute | null> {
  return maybeOne<Dispute>(tx, 'select * from disputes where id::text = $1 and ended_at is null', [id]);
}

export function endDispute(tx: Transaction, id: bigint, givenTo: string | null): Promise<Dispute> {
  const sql = 'update disputes set ended_at = app_now(), given_to = $2 where id = $1 returning *';
  return one<Dispute>(tx, sql, [id, givenTo]);
}
