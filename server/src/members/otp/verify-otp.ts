import { timingSafeEqual } from 'node:crypto';
import { OTP_BLOCK_SECONDS } from '@krapao/contract/members/limits.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction, maybeOne, one, type Transaction } from '../../platform/database.ts';
import { hashOf } from '../../platform/sessions.ts';
import { lockPhone } from './otp.queries.ts';
import { codeHash } from './send-otp.ts';

const OTP_WRONG_TRIES = 5;
const OTP_VERIFIED_SECONDS = 15 * 60;

type SentCode = { code_hash: Buffer; is_verified: boolean; is_expired: boolean; is_newest: boolean };

export async function verifyOtp(db: Database, token: string, code: string): Promise<{ message: string }> {
  // A wrong try must be remembered, so the refusal is thrown after the commit and not inside the transaction.
  const outcome = await inTransaction(db, (tx) => judge(tx, token, code));
  if (outcome instanceof AppError) throw outcome;
  return { message: outcome };
}

async function judge(
  tx: Transaction,
  token: string,
  code: string,
): Promise<AppError | 'OTP_VERIFIED' | 'OTP_CODE_VALID'> {
  const owner = await maybeOne<{ phone: string }>(tx, 'select phone from otp_codes where token_hash = $1', [
    hashOf(token),
  ]);
  if (!owner) return new AppError('OTP_TOKEN_INVALID');
  const { phone } = owner;
  const state = await lockPhone(tx, phone);
  if (state.blockedForSeconds > 0) return new AppError('OTP_BLOCK', { retryAfterSeconds: state.blockedForSeconds });

  const sent = await maybeOne<SentCode>(
    tx,
    `select code_hash, verified_at is not null as is_verified, expires_at <= app_now() as is_expired,
        not exists (select from otp_codes newer where newer.phone = code.phone and newer.sent_at > code.sent_at) as is_newest
      from otp_codes code where token_hash = $1`,
    [hashOf(token)],
  );
  if (!sent) return new AppError('OTP_TOKEN_INVALID');
  // A code works once: it does not bring back a verification that was used up or is over.
  if (sent.is_verified) return state.isVerified ? 'OTP_VERIFIED' : new AppError('OTP_EXPIRED');
  if (!sent.is_newest) return new AppError('OTP_NOT_EXIST');
  if (sent.is_expired) return new AppError('OTP_EXPIRED');
  if (!timingSafeEqual(sent.code_hash, codeHash(token, code))) return countWrongTry(tx, phone);

  await tx.query('update otp_codes set verified_at = app_now() where token_hash = $1', [hashOf(token)]);
  await tx.query(
    'update otp_phones set wrong_tries = 0, verified_until = app_now() + make_interval(secs => $2) where phone = $1',
    [phone, OTP_VERIFIED_SECONDS],
  );
  return 'OTP_CODE_VALID';
}

/** Tries count per phone and not per code, or a new code every minute would buy five more guesses. */
async function countWrongTry(tx: Transaction, phone: string): Promise<AppError> {
  const { tries } = await one<{ tries: number }>(
    tx,
    'update otp_phones set wrong_tries = wrong_tries + 1 where phone = $1 returning wrong_tries as tries',
    [phone],
  );
  if (tries < OTP_WRONG_TRIES) return new AppError('OTP_CODE_INVALID');
  await tx.query(
    'update otp_phones set wrong_tries = 0, blocked_until = app_now() + make_interval(secs => $2) where phone = $1',
    [phone, OTP_BLOCK_SECONDS],
  );
  return new AppError('OTP_BLOCK', { retryAfterSeconds: OTP_BLOCK_SECONDS });
}
