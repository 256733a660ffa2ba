import { timingSafeEqual } from 'node:crypto';
import { OTP_BLOCK_SECONDS } from '@krapao/contract/members/limits.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { blockPhone, countWrongCode, findSentCode, lockPhone, markVerified, phoneOfCode } from './otp.queries.ts';
import { codeHash } from './send-otp.ts';

const OTP_WRONG_TRIES = 5;
const OTP_VERIFIED_SECONDS = 15 * 60;

export async function verifyOtp(db: Database, token: string, code: string): Promise<{ message: string }> {
  // A wrong try must be remembered, so the refusal is thrown after the commit and not inside the transaction.
  const outcome = await inTransaction(db, (tx) => judgeCode(tx, token, code));
  if (outcome instanceof AppError) throw outcome;
  return { message: outcome };
}

async function judgeCode(
  tx: Transaction,
  token: string,
  code: string,
): Promise<AppError | 'OTP_VERIFIED' | 'OTP_CODE_VALID'> {
  const phone = await phoneOfCode(tx, token);
  if (phone === null) return new AppError('OTP_TOKEN_INVALID');
  const state = await lockPhone(tx, phone);
  if (state.blockedForSeconds > 0) return new AppError('OTP_BLOCK', { retryAfterSeconds: state.blockedForSeconds });

  const sent = await findSentCode(tx, token);
  if (!sent) return new AppError('OTP_TOKEN_INVALID');
  // A code works once: it does not renew a verification that was used up or has run out.
  if (sent.is_verified) return state.isVerified ? 'OTP_VERIFIED' : new AppError('OTP_EXPIRED');
  if (!sent.is_newest) return new AppError('OTP_NOT_EXIST');
  if (sent.is_expired) return new AppError('OTP_EXPIRED');
  if (!timingSafeEqual(sent.code_hash, codeHash(token, code))) return countWrongTry(tx, phone);

  await markVerified(tx, { token, phone, forSeconds: OTP_VERIFIED_SECONDS });
  return 'OTP_CODE_VALID';
}

/** Tries count per phone and not per code, or a new code every minute would buy five more guesses. */
async function countWrongTry(tx: Transaction, phone: string): Promise<AppError> {
  const tries = await countWrongCode(tx, phone);
  if (tries < OTP_WRONG_TRIES) return new AppError('OTP_CODE_INVALID');
  await blockPhone(tx, phone, OTP_BLOCK_SECONDS);
  return new AppError('OTP_BLOCK', { retryAfterSeconds: OTP_BLOCK_SECONDS });
}
