import { many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/database.ts';

/** Why a member's withdrawals are to be looked at. */
export type FlagReason = 'name in another script' | 'told by slips alone' | 'QR code paid by another name';

export type MemberFlag = {
  id: bigint;
  member_id: string;
  reason: FlagReason | (string & {});
  payment_id: bigint | null;
  /** The operator who raised the flag; null: the product raised it. */
  raised_by: string | null;
  since: Date;
  cleared_at: Date | null;
};

/** A flag that stands already stays as it is. */
export async function raiseFlag(
  tx: Transaction,
  memberId: string,
  reason: FlagReason,
  paymentId: bigint,
): Promise<void> {
  await tx.query(
    `insert into member_flags (member_id, reason, payment_id) values ($1, $2, $3)
      on conflict (member_id, reason, raised_by) where cleared_at is null do nothing`,
    [memberId, reason, paymentId],
  );
}

type OwnFlag = { memberId: string; reason: string; by: string };

/** Null if this operator has raised the same flag, and it stands. */
export function raiseOwnFlag(tx: Transaction, { memberId, reason, by }: OwnFlag): Promise<MemberFlag | null> {
  const sql = `insert into member_flags (member_id, reason, raised_by) values ($1, $2, $3)
    on conflict (member_id, reason, raised_by) where cleared_at is null do nothing returning *`;
  return maybeOne<MemberFlag>(tx, sql, [memberId, reason, by]);
}

/** What the product has raised, the product clears. */
export async function clearFlagsOf(tx: Transaction, memberId: string, reason: FlagReason): Promise<void> {
  const sql = `update member_flags set cleared_at = app_now() where member_id = $1 and reason = $2
    and raised_by is null and cleared_at is null`;
  await tx.query(sql, [memberId, reason]);
}

export function standingFlags(db: Queryable, limit: number): Promise<MemberFlag[]> {
  return many<MemberFlag>(db, 'select * from member_flags where cleared_at is null order by id limit $1', [limit]);
}

export function lockFlag(tx: Transaction, id: string): Promise<MemberFlag | null> {
  const sql = 'select * from member_flags where id::text = $1 and cleared_at is null for update';
  return maybeOne<MemberFlag>(tx, sql, [id]);
}

export function clearFlag(tx: Transaction, id: bigint): Promise<MemberFlag> {
  return one<MemberFlag>(tx, 'update member_flags set cleared_at = app_now() where id = $1 returning *', [id]);
}
