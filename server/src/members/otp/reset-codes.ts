import { randomUUID } from 'node:crypto';
import type { Locale } from '@krapao/contract/editions.ts';
import { OTP_LIFE_SECONDS } from '@krapao/contract/members/limits.ts';
import type { Database } from '../../platform/database.ts';
import { inOnePart } from '../../providers/sms/one-part.ts';
import { phoneOfCode } from './otp.queries.ts';
import { makeCode, type OtpDeps, requirePhone } from './send-code.ts';
import { useCode } from './verify-otp.ts';

type Asked = { phone: string; address: string; locale: Locale; isMember: boolean };
type Log = { warn: (details: object, text: string) => void };

/** Codes for choosing a new password. A phone of nobody is sent none, and answered the same. */
export function resetCodes(deps: OtpDeps, log: Log) {
  const { config, sendSms } = deps;
  return {
    requirePhone: (phoneNumber: string) => requirePhone(phoneNumber, config),
    send: async ({ phone, address, locale, isMember }: Asked) => {
      const { token, code } = await makeCode(deps, { phone, address, purpose: 'reset', isSent: isMember });
      // Nobody waits for the gateway: how long it takes, and whether it fails, would tell that there is a member.
      const text = inOnePart(config.serviceName, RESET_TEXTS[locale](code, OTP_LIFE_SECONDS / 60));
      if (isMember)
        void sendSms({ to: phone, text, reference: randomUUID() }).catch((cause: unknown) =>
          log.warn({ err: cause }, 'a code for a new password was not sent'),
        );
      return { otpToken: token };
    },
    phoneOf: (db: Database, otpToken: string) => phoneOfCode(db, otpToken, 'reset'),
    use: useCode,
  };
}

const RESET_TEXTS: Record<Locale, (code: string, minutes: number) => string> = {
  th: (code, minutes) => `รหัสตั้งรหัสผ่านใหม่ ${code} ใช้ได้ ${minutes} นาที ห้ามบอกผู้อื่น`,
  la: (code, minutes) => `ລະຫັດ ${code} ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່, ໃຊ້ໄດ້ ${minutes} ນາທີ, ຢ່າບອກໃຜ`,
  en: (code, minutes) => `New password code ${code}, valid for ${minutes} minutes. Never share it.`,
};
