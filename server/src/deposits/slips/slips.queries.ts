import type { SlipReason } from '@krapao/contract/errors.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { brokenConstraint, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { type DueTable, leaseDue, putOff } from '../../platform/due-work.ts';

export type Slip = {
  reference: string;
  member_id: string;
  file: string;
  /** The text of its QR code; null: the picture was not read yet. */
  payload: string | null;
  status: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  note: SlipReason | null;
  amount: Minor | null;
  created_at: Date;
  tries: number;
};

export async function insertSlip(tx: Transaction, slip: Pick<Slip, 'reference' | 'member_id' | 'file'>): Promise<void> {
  await tx.query('insert into slips (reference, member_id, file, look_at) values ($1, $2, $3, app_now())', [
    slip.reference,
    slip.member_id,
    slip.file,
  ]);
}

export async function slipsOf(db: Queryable, memberId: string, { page, limit }: { page: number; limit: number }) {
  const { total } = await one<{ total: number }>(db, 'select count(*)::int as total from slips where member_id = $1', [
    memberId,
  ]);
  const slips = await many<Slip>(
    db,
    'select * from slips where member_id = $1 order by created_at desc, reference limit $2 offset $3',
    [memberId, limit, (page - 1) * limit],
  );
  return { total, slips };
}

/** A member's slips that are still being read, and the newest of the others. */
export function recentSlips(db: Queryable, memberId: string): Promise<Slip[]> {
  const sql = `select * from slips where member_id = $1 and (status = 'PROCESSING' or reference in
      (select reference from slips where member_id = $1 order by created_at desc, reference limit 50))
    order by created_at, reference`;
  return many<Slip>(db, sql, [memberId]);
}

export function findSlip(db: Queryable, reference: string): Promise<Slip | null> {
  return maybeOne<Slip>(db, 'select * from slips where reference = $1', [reference]);
}

const UNDECIDED: DueTable = {
  table: 'slips',
  key: ['reference'],
  due: 'look_at',
  clock: 'app_now()',
  open: `status = 'PROCESSING'`,
  countsTries: true,
};

export function takeDueSlips(db: Queryable, limit: number, leaseMs: number): Promise<Slip[]> {
  return leaseDue<Slip>(db, UNDECIDED, { limit, next: leaseMs, returning: '*' });
}

export function lookAgainIn(db: Queryable, { reference }: Slip, waitMs: number): Promise<void> {
  return putOff(db, UNDECIDED, [reference], waitMs);
}

export async function refuseSlip(db: Queryable, { reference }: Slip, note: SlipReason, amount: Minor | null = null) {
  await db.query(
    `update slips set status = 'FAILED', note = $2, amount = $3, look_at = null
      where reference = $1 and status = 'PROCESSING'`,
    [reference, note, amount],
  );
}

export async function keepPayload(db: Queryable, { reference }: Slip, payload: string): Promise<void> {
  await db.query('update slips set payload = $2 where reference = $1', [reference, payload]);
}

/** False if another slip has proved this payment already. */
export async function acceptSlip(
  db: Queryable,
  { reference }: Slip,
  paymentId: bigint,
  amount: Minor,
): Promise<boolean> {
  try {
    await db.query(
      `update slips set status = 'SUCCESS', payment_id = $2, amount = $3, look_at = null
        where reference = $1 and status = 'PROCESSING'`,
      [reference, paymentId, amount],
    );
    return true;
  } catch (error) {
    if (brokenConstraint(error) === 'slips_one_per_payment') return false;
    throw error;
  }
}

export async function isProved(db: Queryable, paymentId: bigint): Promise<boolean> {
  const sql = `select from slips where payment_id = $1 and status = 'SUCCESS'`;
  return (await maybeOne(db, sql, [paymentId])) !== null;
}

/** `has_feed`: our bank tells of what reaches the account. */
export type Receiver = { account_no: string; account_name: string; has_feed: boolean };

/** The account of ours that a transfer reached, if another channel told of it before. */
export async function reportedReceiver(
  db: Queryable,
  { sendingBank, reference, receiverBank }: { sendingBank: string; reference: string; receiverBank: string },
): Promise<string | null> {
  const sql = `select receiver_account from payments where sending_bank = $1 and reference = $2 and receiver_bank = $3`;
  const rows = await many<{ receiver_account: string }>(db, sql, [sendingBank, reference, receiverBank]);
  return rows.length === 1 ? (rows[0]?.receiver_account ?? null) : null;
}

/** Our accounts at a bank. One that is reported in two modes, or had two names, is there twice. */
export function receiversAt(db: Queryable, bank: string, currency: Currency): Promise<Receiver[]> {
  const sql = `select distinct account_no, account_name, bank_type = 'BANK' as has_feed from deposit_banks
    where bank_code = $1 and currency = $2`;
  return many<Receiver>(db, sql, [bank, currency]);
}

/** When the slip was first proved, by the real clock, and whether it has waited so long for our bank's word. */
export async function hasWaited(db: Queryable, { reference }: Slip, waitMs: number): Promise<boolean> {
  const sql = `update slips set proved_at = coalesce(proved_at, clock_timestamp()) where reference = $1
    returning clock_timestamp() >= proved_at + $2 * interval '1 millisecond' as has_waited`;
  return (await one<{ has_waited: boolean }>(db, sql, [reference, waitMs])).has_waited;
}

export function slipsInProgress(db: Queryable, limit: number): Promise<Slip[]> {
  return many<Slip>(db, `select * from slips where status = 'PROCESSING' order by look_at limit $1`, [limit]);
}
