import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import {
  countWrongCode,
  findSentCode,
  lockPhone,
  markVerified,
  type PhoneState,
  type Purpose,
  phoneOfCode,
} from './otp.queries.ts';
import { codeHash, resendInSeconds } from './send-code.ts';

const OTP_WRONG_TRIES = 5;
const OTP_VERIFIED_SECONDS = 15 * 60;

/** `proof` belongs to whoever gave the right code: registering asks for it. */
export async function verifyOtp(db: Database, token: string, code: string) {
  const message = await judged(db, { token, code, purpose: 'register' });
  return { message, proof: proofOf(token, code) };
}

/** Uses up a code for a new password and answers its phone. */
export async function useCode(db: Database, token: string, code: string): Promise<string> {
  await judged(db, { token, code, purpose: 'reset' });
  return (await phoneOfCode(db, token, 'reset')) ?? '';
}

/** Made of what only the caller knows, so that a repeated call whose first answer was lost gets the same proof. */
const proofOf = (token: string, code: string) =>
  createHash('sha256').update(`proof:${token}:${code}`).digest('base64url');

type Given = { token: string; code: string; purpose: Purpose };
type Verified = 'OTP_VERIFIED' | 'OTP_CODE_VALID';

async function judged(db: Database, given: Given): Promise<Verified> {
  // A wrong try must be remembered, so the refusal is thrown after the commit and not inside the transaction.
  const outcome = await inTransaction(db, (tx) => judgeCode(tx, given));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

async function judgeCode(tx: Transaction, { token, code, purpose }: Given): Promise<AppError | Verified> {
  const phone = await phoneOfCode(tx, token, purpose);
  if (phone === null) return new AppError('OTP_TOKEN_INVALID');
  const state = await lockPhone(tx, phone, purpose);
  const sent = await findSentCode(tx, token);
  if (!sent) return new AppError('OTP_TOKEN_INVALID');
  if (sent.wrong_tries >= OTP_WRONG_TRIES) return blocked(state);
  const isRight = timingSafeEqual(sent.code_hash, codeHash(token, code));
  // A code works once: it does not renew a proof that was used up or has run out.
  if (sent.is_verified && isRight) return sent.is_proof_good ? 'OTP_VERIFIED' : new AppError('OTP_EXPIRED');
  if (!sent.is_newest) return new AppError('OTP_NOT_EXIST');
  if (sent.is_expired) return new AppError('OTP_EXPIRED');
  if (!isRight) return countWrongTry(tx, token, state);

  const proof = purpose === 'register' ? { text: proofOf(token, code), forSeconds: OTP_VERIFIED_SECONDS } : null;
  await markVerified(tx, { token, proof });
  return 'OTP_CODE_VALID';
}

/**
 * Tries count for the code whose token only its asker has: by the phone, anybody who knows it could keep its holder out.
 * How many codes a phone is sent bounds the guesses.
 */
async function countWrongTry(tx: Transaction, token: string, state: PhoneState): Promise<AppError> {
  const tries = await countWrongCode(tx, token);
  return tries < OTP_WRONG_TRIES ? new AppError('OTP_CODE_INVALID') : blocked(state);
}

/** The code is void; another can be asked for as soon as the phone may have one. */
function blocked(state: PhoneState): AppError {
  return new AppError('OTP_BLOCK', { retryAfterSeconds: Math.max(1, resendInSeconds(state)) });
}
