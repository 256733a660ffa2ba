import { randomUUID } from 'node:crypto';
import { OTP_LIFE_SECONDS } from '@krapao/contract/members/limits.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database.ts';
import { phoneOfCode } from './otp.queries.ts';
import { makeCode, type OtpDeps, requirePhone } from './send-code.ts';
import { useCode } from './verify-otp.ts';

type Log = { warn: (details: object, text: string) => void };

/** Codes for choosing a new password. A phone of nobody is sent none, and answered the same. */
export function resetCodes(deps: OtpDeps, log: Log) {
  const { config, sendSms } = deps;
  return {
    requirePhone: (phoneNumber: string) => requirePhone(phoneNumber, config),
    send: async ({ phone, address, isMember }: { phone: string; address: string; isMember: boolean }) => {
      const { token, code } = await makeCode(deps, { phone, address, purpose: 'reset', isSent: isMember });
      // Nobody waits for the gateway: how long it takes, and whether it fails, would tell that there is a member.
      if (isMember)
        void sendSms({ to: phone, text: resetText(config, code), reference: randomUUID() }).catch((cause: unknown) =>
          log.warn({ err: cause }, 'a code for a new password was not sent'),
        );
      return { otpToken: token };
    },
    phoneOf: (db: Database, otpToken: string) => phoneOfCode(db, otpToken, 'reset'),
    use: useCode,
  };
}

function resetText({ edition, serviceName }: Config, code: string): string {
  const minutes = OTP_LIFE_SECONDS / 60;
  return edition === 'la'
    ? `${serviceName}: ລະຫັດ ${code} ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ ໃຊ້ໄດ້ ${minutes} ນາທີ ຖ້າທ່ານບໍ່ໄດ້ຂໍ ຢ່າບອກລະຫັດນີ້ໃຫ້ໃຜ`
    : `${serviceName}: รหัส ${code} สำหรับตั้งรหัสผ่านใหม่ ใช้ได้ ${minutes} นาที หากคุณไม่ได้ขอ อย่าบอกรหัสนี้แก่ใคร`;
}
