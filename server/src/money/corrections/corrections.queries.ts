import type { Currency, Minor } from '@krapao/contract/money.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';

export type Correction = {
  id: string;
  member_id: string;
  kind: 'credit' | 'debit';
  amount: Minor;
  currency: Currency;
  taken: Minor;
  owed: Minor;
  /** The part of a credit by which a debt became smaller. */
  forgiven: Minor;
  created_at: Date;
  reversed_by: string | null;
};

type NewCorrection = Omit<Correction, 'created_at' | 'reversed_by'>;

export function insertCorrection(tx: Transaction, correction: NewCorrection): Promise<Correction> {
  return insertRow<Correction>(tx, 'corrections', correction);
}

export function lockCorrection(tx: Transaction, id: string): Promise<Correction | null> {
  return maybeOne<Correction>(tx, 'select * from corrections where id::text = $1 for no key update', [id]);
}

export function markReversed(tx: Transaction, id: string, by: string): Promise<Correction> {
  return one<Correction>(tx, 'update corrections set reversed_by = $2 where id = $1 returning *', [id, by]);
}

export function newestCorrections(db: Queryable, memberId: string, limit: number): Promise<Correction[]> {
  const sql = 'select * from corrections where member_id = $1 order by created_at desc limit $2';
  return many<Correction>(db, sql, [memberId, limit]);
}
