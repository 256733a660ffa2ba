import { maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { hashOf } from '../../platform/sessions.ts';

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

/** Uses up the phone's verification, for registering; false if there was none. */
export async function useVerification(tx: Transaction, phone: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update otp_phones set verified_until = null where phone = $1 and verified_until > app_now()',
    [phone],
  );
  return rowCount === 1;
}

type NewCode = { token: string; phone: string; codeHash: Buffer; lifeSeconds: number };

export async function insertOtpCode(tx: Transaction, { token, phone, codeHash, lifeSeconds }: NewCode): Promise<void> {
  await tx.query(
    `insert into otp_codes (token_hash, phone, code_hash, expires_at)
      values ($1, $2, $3, app_now() + make_interval(secs => $4))`,
    [hashOf(token), phone, codeHash, lifeSeconds],
  );
}

export async function deleteOtpCode(db: Queryable, token: string): Promise<void> {
  await db.query('delete from otp_codes where token_hash = $1', [hashOf(token)]);
}

export async function phoneOfCode(db: Queryable, token: string): Promise<string | null> {
  const sql = 'select phone from otp_codes where token_hash = $1';
  return (await maybeOne<{ phone: string }>(db, sql, [hashOf(token)]))?.phone ?? null;
}

type SentCode = { code_hash: Buffer; is_verified: boolean; is_expired: boolean; is_newest: boolean };

export function findSentCode(tx: Transaction, token: string): Promise<SentCode | null> {
  return maybeOne<SentCode>(
    tx,
    `select code_hash, verified_at is not null as is_verified, expires_at <= app_now() as is_expired,
        not exists (select from otp_codes newer where newer.phone = code.phone and newer.sent_at > code.sent_at) as is_newest
      from otp_codes code where token_hash = $1`,
    [hashOf(token)],
  );
}

export async function markVerified(
  tx: Transaction,
  { token, phone, forSeconds }: { token: string; phone: string; forSeconds: number },
): Promise<void> {
  await tx.query('update otp_codes set verified_at = app_now() where token_hash = $1', [hashOf(token)]);
  await tx.query(
    'update otp_phones set wrong_tries = 0, verified_until = app_now() + make_interval(secs => $2) where phone = $1',
    [phone, forSeconds],
  );
}

/** Answers how many wrong codes were tried for this phone in a row. */
export async function countWrongCode(tx: Transaction, phone: string): Promise<number> {
  const sql = 'update otp_phones set wrong_tries = wrong_tries + 1 where phone = $1 returning wrong_tries as tries';
  return (await one<{ tries: number }>(tx, sql, [phone])).tries;
}

export async function blockPhone(tx: Transaction, phone: string, forSeconds: number): Promise<void> {
  await tx.query(
    'update otp_phones set wrong_tries = 0, blocked_until = app_now() + make_interval(secs => $2) where phone = $1',
    [phone, forSeconds],
  );
}

export async function sweepOtpCodes(db: Queryable): Promise<void> {
  await db.query(`delete from otp_codes where expires_at < app_now() - interval '1 day'`);
}
