import { failAs } from '../../platform/app-error.ts';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import type { SendSms } from '../../providers/sms/sms.ts';
import { type IsMembersPhone, sendOtp } from './send-otp.ts';
import { verifyOtp } from './verify-otp.ts';

export function otpRoutes(platform: Platform, sendSms: SendSms, isMembersPhone: IsMembersPhone): void {
  const { db, config } = platform;
  route(platform, 'POST /api/otp/send', ({ body: { phoneNumber, proof }, query, language, address }) => {
    const locale = localeOf(query.locale, language, config.edition);
    return sendOtp({ db, config, sendSms, isMembersPhone }, { phoneNumber, proof, address, locale });
  });
  route(platform, 'POST /api/otp/verify', ({ body }) =>
    verifyOtp(db, body.otpToken, body.otpCode).catch(failAs('OTP_VERIFY_FAIL')),
  );
}
