import { createHash, randomBytes, randomInt } from 'node:crypto';
import { OTP_LENGTH, OTP_LIFE_SECONDS, OTP_RESEND_SECONDS } from '@krapao/contract/members/limits.ts';
import { isMobile } from '@krapao/contract/phones.ts';
import { phoneProblem } from '@krapao/contract/rules.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, inTurn, requireBudget, spendOrRefuse } from '../../platform/budgets.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { TEXTS_OF_A_RESET, textBudgets, textBudgetsOf } from '../../platform/text-budgets.ts';
import type { SendSms } from '../../providers/sms/sms.ts';
import { insertOtpCode, lockPhone, type PhoneState, type Purpose } from './otp.queries.ts';

const AN_HOUR = 60 * 60;

export type OtpDeps = { db: Database; config: Config; sendSms: SendSms };

export function requirePhone(phoneNumber: string, { edition }: Config): void {
  const problem = phoneProblem(phoneNumber, edition);
  if (problem === null) return;
  const code = problem === 'PHONE_NUMBER_REQUIRE_10_DIGIT' ? problem : 'INVALID_REQUEST';
  throw new AppError(code, { fields: { phoneNumber: problem } });
}

/** Landlines read no texts, and numbers that cost more than a text would be rung up by strangers. */
function requireMobile(phone: string): void {
  if (!isMobile(phone)) throw new AppError('INVALID_REQUEST', { fields: { phoneNumber: 'INVALID' } });
}

type Asked = { phone: string; address: string; purpose: Purpose; isSent: boolean };
export type NewCode = { token: string; code: string; spent: Budget[] };

/**
 * Makes a code for a phone, within all limits. A phone that is sent none has one all the same, which nobody knows: every
 * call that follows goes as it does for others. Only texts that are sent count for the whole service, or it could be
 * silenced by asking for nobody.
 */
export async function makeCode({ db, config }: OtpDeps, { phone, address, purpose, isSent }: Asked): Promise<NewCode> {
  requireMobile(phone);
  const token = randomBytes(24).toString('base64url');
  const code = randomInt(10 ** OTP_LENGTH)
    .toString()
    .padStart(OTP_LENGTH, '0');
  const service = textBudgets(config, purpose === 'reset' ? 'new password' : 'registering');
  const own = [
    { scope: 'otp phone', subject: phone, limit: config.otpPerPhoneAnHour, windowSeconds: AN_HOUR },
    ...textBudgetsOf(config, address, purpose === 'reset' ? TEXTS_OF_A_RESET : 1),
  ];
  const spent = isSent ? [...service, ...own] : own;
  const make = () =>
    inTransaction(db, async (tx) => {
      const state = await lockPhone(tx, phone, purpose);
      const resendIn = resendInSeconds(state);
      if (resendIn > 0) throw new AppError('REQUEST_LIMIT_1MIN', { retryAfterSeconds: resendIn });
      if (purpose === 'reset' && state.sentToday >= config.resetCodesADay)
        throw new AppError('REQUEST_LIMIT', { retryAfterSeconds: AN_HOUR });
      if (!isSent) await requireBudget(tx, ...service);
      await spendOrRefuse(tx, ...spent);
      await insertOtpCode(tx, {
        ...{ token, phone, purpose },
        codeHash: codeHash(token, code),
        lifeSeconds: OTP_LIFE_SECONDS,
      });
      return { token, code, spent };
    });
  // A flood of one network waits in its own line, and those of several hold one connection together.
  return inTurn(own.at(-1), () => inTurn(service.at(-1), make));
}

/** How long the phone has to wait for another code of this purpose; below 0: it may have one. */
export function resendInSeconds({ lastSentSecondsAgo }: PhoneState): number {
  return OTP_RESEND_SECONDS - lastSentSecondsAgo;
}

export function codeHash(token: string, code: string): Buffer {
  return createHash('sha256').update(`${token}:${code}`).digest();
}
