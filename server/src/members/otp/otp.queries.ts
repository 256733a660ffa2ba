import { maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import { deleteInBatches } from '../../platform/housekeeping.ts';
import { hashOf } from '../../platform/sessions.ts';

/** What a code is for: it is good for nothing else. */
export type Purpose = 'register' | 'reset';

export type PhoneState = { lastSentSecondsAgo: number; sentToday: number };

/** Locks the phone for the rest of the transaction: sending, verifying and registering take turns. */
export async function lockPhone(tx: Transaction, phone: string, purpose: Purpose): Promise<PhoneState> {
  await tx.query('insert into otp_phones (phone) values ($1) on conflict do nothing', [phone]);
  await tx.query('select from otp_phones where phone = $1 for update', [phone]);
  return one<PhoneState>(
    tx,
    `select coalesce(extract(epoch from app_now() - max(sent_at)), 'infinity')::float8 as "lastSentSecondsAgo",
        count(*)::int as "sentToday"
      from otp_codes where phone = $1 and purpose = $2 and sent_at > app_now() - interval '1 day'`,
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
  wrong_tries: number;
  is_verified: boolean;
  is_proof_good: boolean;
  is_expired: boolean;
  is_newest: boolean;
};

export function findSentCode(tx: Transaction, token: string): Promise<SentCode | null> {
  return maybeOne<SentCode>(
    tx,
    `select code_hash, wrong_tries, verified_at is not null as is_verified, coalesce(proof_until > app_now(), false) as is_proof_good,
        expires_at <= app_now() as is_expired,
        not exists (select from otp_codes newer where newer.phone = code.phone and newer.purpose = code.purpose
          and newer.sent_at > code.sent_at) as is_newest
      from otp_codes code where token_hash = $1`,
    [hashOf(token)],
  );
}

type Verified = { token: string; proof: { text: string; forSeconds: number } | null };

export async function markVerified(tx: Transaction, { token, proof }: Verified): Promise<void> {
  await tx.query(
    `update otp_codes set verified_at = app_now(), proof_hash = $2, proof_until = app_now() + make_interval(secs => $3)
      where token_hash = $1`,
    [hashOf(token), proof && hashOf(proof.text), proof?.forSeconds],
  );
}

/** Answers how many wrong codes were tried with this token. */
export async function countWrongCode(tx: Transaction, token: string): Promise<number> {
  const sql = 'update otp_codes set wrong_tries = wrong_tries + 1 where token_hash = $1 returning wrong_tries as tries';
  return (await one<{ tries: number }>(tx, sql, [hashOf(token)])).tries;
}

export async function sweepOtpCodes(db: Queryable): Promise<void> {
  await deleteInBatches(db, 'otp_codes', `expires_at < app_now() - interval '1 day'`);
}
