import { randomBytes, randomUUID } from 'node:crypto';
import type { Locale } from '@krapao/contract/editions.ts';
import { OTP_LIFE_SECONDS } from '@krapao/contract/members/limits.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { AppError } from '../../platform/app-error.ts';
import { giveBack } from '../../platform/budgets.ts';
import type { Queryable } from '../../platform/database.ts';
import { readSettings } from '../../platform/settings.ts';
import { inOnePart } from '../../providers/sms/one-part.ts';
import { deleteOtpCode, isPhoneProven } from './otp.queries.ts';
import { makeCode, type OtpDeps, requirePhone } from './send-code.ts';

/** Whether the phone belongs to a member, as the account slice knows it. */
export type IsMembersPhone = (db: Queryable, phone: string) => Promise<boolean>;

/** No text is sent, and none is needed: the browser holds the proof, or registering asks for none. */
const NO_CODE_NEEDED = { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };

type Asked = { phoneNumber: string; proof: string | undefined; address: string; locale: Locale };

/** A code for registering. A member's phone is told so instead; who asked for it is answered as ever. */
export async function sendOtp(
  deps: OtpDeps & { isMembersPhone: IsMembersPhone },
  { phoneNumber, proof, address, locale }: Asked,
) {
  const { db, config, sendSms, isMembersPhone } = deps;
  requirePhone(phoneNumber, config);
  const phone = e164Of(phoneNumber, config.edition) ?? phoneNumber;
  if (!(await readSettings(db, config)).registerOtp) return NO_CODE_NEEDED;
  if (proof !== undefined && (await isPhoneProven(db, phone, proof))) return NO_CODE_NEEDED;

  const { token, code, spent } = await makeCode(deps, { phone, address, purpose: 'register', isSent: true });
  const otpRef = randomBytes(3).toString('hex').toUpperCase();
  const isMember = await isMembersPhone(db, phone);
  const words = isMember ? MEMBER_TEXTS[locale] : CODE_TEXTS[locale](code, otpRef, OTP_LIFE_SECONDS / 60);
  const text = inOnePart(config.serviceName, words);
  try {
    await sendSms({ to: phone, text, reference: randomUUID() });
  } catch {
    // The code reached no phone, so it holds up nothing: the member may ask again at once.
    await deleteOtpCode(db, token);
    await giveBack(db, ...spent);
    throw new AppError('OTP_SEND_FAIL');
  }
  return { otpRef, otpToken: token, code: 'OTP_SENT' };
}

const CODE_TEXTS: Record<Locale, (code: string, otpRef: string, minutes: number) => string> = {
  th: (code, otpRef, minutes) => `รหัส OTP ${code} (Ref ${otpRef}) ใช้ได้ ${minutes} นาที ห้ามบอกผู้อื่น`,
  la: (code, otpRef, minutes) => `ລະຫັດ OTP ${code} (Ref ${otpRef}) ໃຊ້ໄດ້ ${minutes} ນາທີ, ຢ່າບອກໃຜ`,
  en: (code, otpRef, minutes) => `OTP ${code} (Ref ${otpRef}), valid for ${minutes} minutes. Never share it.`,
};

const MEMBER_TEXTS: Record<Locale, string> = {
  th: 'หมายเลขนี้เป็นสมาชิกแล้ว เข้าสู่ระบบหรือเลือก "ลืมรหัสผ่าน"',
  la: 'ເບີນີ້ເປັນສະມາຊິກແລ້ວ, ເຂົ້າສູ່ລະບົບ ຫຼື ເລືອກ "ລືມລະຫັດຜ່ານ"',
  en: 'You are a member already. Log in or choose "Forgot password?"',
};
