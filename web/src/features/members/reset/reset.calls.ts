import { OTP_RESEND_SECONDS } from '@krapao/contract/members/limits.ts';
import { chosenLocale } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';

/** A code that may be on its way. `resendAt` is a time of this device's clock. */
export type AskedCode = { phone: string; otpToken: string; resendAt: number };

/** Answers the same whether the phone is a member's or not. */
export async function askForCode(phone: string): Promise<AskedCode> {
  const { otpToken } = await call('POST /api/account/reset/otp', {
    query: { locale: chosenLocale() },
    body: { phoneNumber: phone },
  });
  return { phone, otpToken, resendAt: Date.now() + OTP_RESEND_SECONDS * 1000 };
}

export async function setNewPassword(body: { otpToken: string; otpCode: string; password: string }): Promise<void> {
  await call('POST /api/account/reset', { body });
}
