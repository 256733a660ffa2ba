import { randomBytes, randomUUID } from 'node:crypto';
import { OTP_LIFE_SECONDS } from '@krapao/contract/members/limits.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { giveBack } from '../../platform/budgets.ts';
import type { Queryable } from '../../platform/database.ts';
import { readSettings } from '../../platform/settings.ts';
import { deleteOtpCode, isPhoneProven } from './otp.queries.ts';
import { makeCode, type OtpDeps, requirePhone } from './send-code.ts';

/** Whether the phone belongs to a member, as the account slice knows it. */
export type IsMembersPhone = (db: Queryable, phone: string) => Promise<boolean>;

/** No text is sent, and none is needed: the browser holds the proof, or registering asks for none. */
const NO_CODE_NEEDED = { otpRef: '', otpToken: '', code: 'OTP_VERIFIED' };

/** A code for registering. A member's phone is told so instead; who asked for it is answered as ever. */
export async function sendOtp(
  deps: OtpDeps & { isMembersPhone: IsMembersPhone },
  { phoneNumber, proof, address }: { phoneNumber: string; proof: string | undefined; address: string },
) {
  const { db, config, sendSms, isMembersPhone } = deps;
  requirePhone(phoneNumber, config);
  const phone = e164Of(phoneNumber, config.edition) ?? phoneNumber;
  if (!(await readSettings(db, config)).registerOtp) return NO_CODE_NEEDED;
  if (proof !== undefined && (await isPhoneProven(db, phone, proof))) return NO_CODE_NEEDED;

  const { token, code, spent } = await makeCode(deps, { phone, address, purpose: 'register', isSent: true });
  const otpRef = randomBytes(3).toString('hex').toUpperCase();
  const text = (await isMembersPhone(db, phone)) ? memberText(config) : codeText(config, code, otpRef);
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

function codeText({ edition, serviceName }: Config, code: string, otpRef: string): string {
  const minutes = OTP_LIFE_SECONDS / 60;
  return edition === 'la'
    ? `${serviceName}: ລະຫັດ OTP ${code} (Ref ${otpRef}) ໃຊ້ໄດ້ ${minutes} ນາທີ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`
    : `${serviceName}: รหัส OTP ${code} (Ref ${otpRef}) ใช้ได้ ${minutes} นาที อย่าบอกรหัสนี้แก่ใคร`;
}

function memberText({ edition, serviceName }: Config): string {
  return edition === 'la'
    ? `${serviceName}: ເບີນີ້ເປັນສະມາຊິກຢູ່ແລ້ວ ກະລຸນາເຂົ້າສູ່ລະບົບ ຫຼື ເລືອກ "ລືມລະຫັດຜ່ານ"`
    : `${serviceName}: เบอร์นี้เป็นสมาชิกอยู่แล้ว โปรดเข้าสู่ระบบหรือเลือก "ลืมรหัสผ่าน"`;
}
