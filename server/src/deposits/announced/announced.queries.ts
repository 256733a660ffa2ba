import type { Minor } from '@krapao/contract/money.ts';
import { many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';

/** A deposit that a member announced. */
type Announced = {
  id: string;
  member_id: string;
  amount: Minor;
  status: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  payment_id: bigint | null;
  created_at: Date;
};

export function openAnnounced(db: Queryable, limit: number): Promise<Announced[]> {
  const sql = `select * from manual_deposits where status = 'PROCESSING' order by created_at limit $1`;
  return many<Announced>(db, sql, [limit]);
}

export function lockAnnounced(tx: Transaction, memberId: string, id: string): Promise<Announced | null> {
  const sql = `select * from manual_deposits
    where member_id = upper($1) and id::text = $2 and status = 'PROCESSING' for update`;
  return maybeOne<Announced>(tx, sql, [memberId, id]);
}

/** `paymentId`: the payment that an operator found for the announcement, if there is one. */
export function endAnnounced(
  tx: Transaction,
  { member_id, id }: Announced,
  paymentId: bigint | null,
): Promise<Announced> {
  const sql = `update manual_deposits set payment_id = $3::bigint,
      status = case when $3::bigint is null then 'FAILED' else 'SUCCESS' end
    where member_id = $1 and id = $2 returning *`;
  return one<Announced>(tx, sql, [member_id, id, paymentId]);
}
