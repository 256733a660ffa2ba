import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { OTP_LENGTH, OTP_LIFE_SECONDS, OTP_RESEND_SECONDS } from '@krapao/contract/members/limits.ts';
import { phoneProblem } from '@krapao/contract/rules.ts';
import type { Config } from '../../config.ts';
import { addressBudgets } from '../../platform/addresses.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, giveBack, spendOrRefuse } from '../../platform/budgets.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import type { SendSms } from '../../providers/sms/sms.ts';
import { deleteOtpCode, insertOtpCode, lockPhone } from './otp.queries.ts';

const AN_HOUR = 60 * 60;

type OtpDeps = { db: Database; config: Config; sendSms: SendSms };

export async function sendOtp(
  { db, config, sendSms }: OtpDeps,
  { phone, address }: { phone: string; address: string },
) {
  const problem = phoneProblem(phone, config.edition);
  if (problem === 'PHONE_NUMBER_REQUIRE_10_DIGIT') throw new AppError(problem, { fields: { phoneNumber: problem } });
  if (problem) throw new AppError('INVALID_REQUEST', { fields: { phoneNumber: problem } });

  const token = randomBytes(24).toString('base64url');
  const code = randomInt(10 ** OTP_LENGTH)
    .toString()
    .padStart(OTP_LENGTH, '0');
  const budgets = budgetsOf(config, phone, address);
  const isVerified = await inTransaction(db, async (tx) => {
    const state = await lockPhone(tx, phone);
    if (state.isVerified) return true;
    if (state.blockedForSeconds > 0) throw new AppError('OTP_BLOCK', { retryAfterSeconds: state.blockedForSeconds });
    const resendIn = OTP_RESEND_SECONDS - state.lastSentSecondsAgo;
    if (resendIn > 0) throw new AppError('REQUEST_LIMIT_1MIN', { retryAfterSeconds: resendIn });
    await spendOrRefuse(tx, ...budgets);
    await insertOtpCode(tx, { token, phone, codeHash: codeHash(token, code), lifeSeconds: OTP_LIFE_SECONDS });
    return false;
  });
  if (isVerified) return { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };

  const otpRef = randomBytes(3).toString('hex').toUpperCase();
  try {
    await sendSms({ to: phone, text: messageText(config, code, otpRef), reference: randomUUID() });
  } catch {
    // The code reached no phone, so it holds up nothing: the member may ask again at once.
    await deleteOtpCode(db, token);
    await giveBack(db, ...budgets);
    throw new AppError('OTP_SEND_FAIL');
  }
  return { otpRef, otpToken: token, code: 'OTP_SENT' };
}

export function codeHash(token: string, code: string): Buffer {
  return createHash('sha256').update(`${token}:${code}`).digest();
}

function budgetsOf(config: Config, phone: string, address: string): Budget[] {
  return [
    { scope: 'otp phone', subject: phone, limit: config.otpPerPhoneAnHour, windowSeconds: AN_HOUR },
    ...addressBudgets({ scope: 'otp address', address, limit: config.otpPerAddressAnHour, windowSeconds: AN_HOUR }),
  ];
}

function messageText({ edition, serviceName }: Config, code: string, otpRef: string): string {
  const minutes = OTP_LIFE_SECONDS / 60;
  return edition === 'la'
    ? `${serviceName}: ລະຫັດ OTP ${code} (Ref ${otpRef}) ໃຊ້ໄດ້ ${minutes} ນາທີ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`
    : `${serviceName}: รหัส OTP ${code} (Ref ${otpRef}) ใช้ได้ ${minutes} นาที อย่าบอกรหัสนี้แก่ใคร`;
}
