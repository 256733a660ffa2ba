import { one, type Queryable, type Transaction } from '../../platform/database.ts';

export type PhoneState = { isVerified: boolean; blockedForSeconds: number; lastSentSecondsAgo: number };

/** Locks the phone for the rest of the transaction: sending, verifying and registering take turns. */
export async function lockPhone(tx: Transaction, phone: string): Promise<PhoneState> {
  await tx.query('insert into otp_phones (phone) values ($1) on conflict do nothing', [phone]);
  await tx.query('select from otp_phones where phone = $1 for update', [phone]);
  return one<PhoneState>(
    tx,
    `select coalesce(verified_until > app_now(), false) as "isVerified",
        coalesce(extract(epoch from blocked_until - app_now()), 0)::float8 as "blockedForSeconds",
        coalesce((select extract(epoch from app_now() - max(sent_at)) from otp_codes where phone = $1), 'infinity')::float8
          as "lastSentSecondsAgo"
      from otp_phones where phone = $1`,
    [phone],
  );
}

export async function isPhoneVerified(db: Queryable, phone: string): Promise<boolean> {
  const sql = 'select exists (select from otp_phones where phone = $1 and verified_until > app_now()) as yes';
  return (await one<{ yes: boolean }>(db, sql, [phone])).yes;
}

/** Registering uses a verification up; false if there was none. */
export async function useVerification(tx: Transaction, phone: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update otp_phones set verified_until = null where phone = $1 and verified_until > app_now()',
    [phone],
  );
  return rowCount === 1;
}

export async function sweepOtpCodes(db: Queryable): Promise<void> {
  await db.query(`delete from otp_codes where expires_at < app_now() - interval '1 day'`);
}
