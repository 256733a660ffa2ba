import { maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { deleteInBatches } from '../../platform/housekeeping.ts';
import { hashOf } from '../../platform/sessions.ts';

/** What a code is for: it is good for nothing else. */
export type Purpose = 'register' | 'reset';

export type PhoneState = { blockedForSeconds: number; lastSentSecondsAgo: number; sentToday: number };

/** Locks the phone for the rest of the transaction: sending, verifying and registering take turns. */
export async function lockPhone(tx: Transaction, phone: string, purpose: Purpose): Promise<PhoneState> {
  await tx.query('insert into otp_phones (phone) values ($1) on conflict do nothing', [phone]);
  await tx.query('select from otp_phones where phone = $1 for update', [phone]);
  return one<PhoneState>(
    tx,
    `select coalesce(extract(epoch from blocked_until - app_now()), 0)::float8 as "blockedForSeconds",
        coalesce(extract(epoch from app_now() - last_sent_at), 'infinity')::float8 as "lastSentSecondsAgo",
        sent_today as "sentToday"
      from otp_phones, lateral (
        select max(sent_at) as last_sent_at, count(*)::int as sent_today from otp_codes
          where otp_codes.phone = $1 and purpose = $2 and sent_at > app_now() - interval '1 day') sent
      where otp_phones.phone = $1`,
    [phone, purpose],
  );
}

const PROVEN = `phone = $1 and proof_hash = $2 and purpose = 'register' and proof_until > app_now()`;

/** Whether this is the proof of somebody who verified the phone a moment ago. */
export async function isPhoneProven(db: Queryable, phone: string, proof: string): Promise<boolean> {
  const sql = `select exists (select from otp_codes where ${PROVEN}) as yes`;
  return (await one<{ yes: boolean }>(db, sql, [phone, hashOf(proof)])).yes;
}

/** Uses up a proof, for registering; false if it is none. */
export async function useProof(tx: Transaction, phone: string, proof: string): Promise<boolean> {
  const { rowCount } = await tx.query(`update otp_codes set proof_until = null where ${PROVEN}`, [
    phone,
    hashOf(proof),
  ]);
  return rowCount === 1;
}

type NewCode = { token: string; phone: string; purpose: Purpose; codeHash: Buffer; lifeSeconds: number };

export async function insertOtpCode(tx: Transaction, { token, ...code }: NewCode): Promise<void> {
  await tx.query(
    `insert into otp_codes (token_hash, phone, purpose, code_hash, expires_at)
      values ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
    [hashOf(token), code.phone, code.purpose, code.codeHash, code.lifeSeconds],
  );
}

export async function deleteOtpCode(db: Queryable, token: string): Promise<void> {
  await db.query('delete from otp_codes where token_hash = $1', [hashOf(token)]);
}

export async function phoneOfCode(db: Queryable, token: string, purpose: Purpose): Promise<string | null> {
  const sql = 'select phone from otp_codes where token_hash = $1 and purpose = $2';
  return (await maybeOne<{ phone: string }>(db, sql, [hashOf(token), purpose]))?.phone ?? null;
}

type SentCode = {
  code_hash: Buffer;
  is_verified: boolean;
  is_proof_good: boolean;
  is_expired: boolean;
  is_newest: boolean;
};

export function findSentCode(tx: Transaction, token: string): Promise<SentCode | null> {
  return maybeOne<SentCode>(
    tx,
    `select code_hash, verified_at is not null as is_verified, coalesce(proof_until > app_now(), false) as is_proof_good,
        expires_at <= app_now() as is_expired,
        not exists (select from otp_codes newer where newer.phone = code.phone and newer.purpose = code.purpose
          and newer.sent_at > code.sent_at) as is_newest
      from otp_codes code where token_hash = $1`,
    [hashOf(token)],
  );
}

type Verified = { token: string; phone: string; proof: { text: string; forSeconds: number } | null };

export async function markVerified(tx: Transaction, { token, phone, proof }: Verified): Promise<void> {
  await tx.query(
    `update otp_codes set verified_at = app_now(), proof_hash = $2, proof_until = app_now() + make_interval(secs => $3)
      where token_hash = $1`,
    [hashOf(token), proof && hashOf(proof.text), proof?.forSeconds],
  );
  await tx.query('update otp_phones set wrong_tries = 0 where phone = $1', [phone]);
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
  await deleteInBatches(db, 'otp_codes', `expires_at < app_now() - interval '1 day'`);
}
