import { randomUUID } from 'node:crypto';
import type { Locale } from '@krapao/contract/editions.ts';
import type { ErrorCode } from '@krapao/contract/errors.ts';
import { OTP_LIFE_SECONDS } from '@krapao/contract/members/limits.ts';
import { addressBudgets } from '../../platform/addresses.ts';
import { AppError } from '../../platform/app-error.ts';
import { giveBack, LONGEST_WINDOW_SECONDS, spend, takeBudgets } from '../../platform/budgets.ts';
import { type Database, one } from '../../platform/database.ts';
import { inOnePart } from '../../providers/sms/one-part.ts';
import { phoneOfCode } from './otp.queries.ts';
import { makeCode, type OtpDeps, requirePhone } from './send-code.ts';
import { useCode } from './verify-otp.ts';

type Asked = { phone: string; address: string; locale: Locale; isMember: boolean };
type Log = { error: (details: object, text: string) => void; warn: (details: object, text: string) => void };

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
    use: (db: Database, otpToken: string, otpCode: string, address: string) =>
      useOrCount({ db, log, limit: config.resetGuessesPerAddressAnHour, address }, () =>
        useCode(db, otpToken, otpCode),
      ),
  };
}

/** The last guess of a code blocks the phone. */
const WRONG: readonly ErrorCode[] = ['OTP_CODE_INVALID', 'OTP_BLOCK'];

type Guessing = { db: Database; log: Log; limit: number; address: string };

/** So many wrong codes of all phones within an hour are told again and again: somebody tries phone after phone. */
const TOLD_EVERY = 100;

/** A phone bears five guesses of each code: a network that guesses at many phones has a budget of its own. */
async function useOrCount({ db, log, limit, address }: Guessing, use: () => Promise<string>): Promise<string> {
  const guesses = addressBudgets({ scope: 'reset guesses', address, limit, windowSeconds: LONGEST_WINDOW_SECONDS });
  await takeBudgets(db, ...guesses);
  try {
    const phone = await use();
    await giveBack(db, ...guesses);
    return phone;
  } catch (error) {
    if (error instanceof AppError && WRONG.includes(error.code)) await countWrongCode(db, log);
    else await giveBack(db, ...guesses);
    throw error;
  }
}

async function countWrongCode(db: Database, log: Log): Promise<void> {
  await spend(db, { scope: 'reset guesses', subject: 'service', limit: 0, windowSeconds: LONGEST_WINDOW_SECONDS });
  const sql = `select count(*)::integer as count from rate_limit_events where scope = 'reset guesses' and subject = 'service'
    and at > app_now() - interval '1 hour'`;
  const { count } = await one<{ count: number }>(db, sql, []);
  if (count % TOLD_EVERY === 0) log.error({ wrongCodes: count }, 'many wrong codes for new passwords within the hour');
}

const RESET_TEXTS: Record<Locale, (code: string, minutes: number) => string> = {
  th: (code, minutes) => `รหัสตั้งรหัสผ่านใหม่ ${code} ใช้ได้ ${minutes} นาที ห้ามบอกผู้อื่น`,
  la: (code, minutes) => `ລະຫັດ ${code} ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່, ໃຊ້ໄດ້ ${minutes} ນາທີ, ຢ່າບອກໃຜ`,
  en: (code, minutes) => `New password code ${code}, valid for ${minutes} minutes. Never share it.`,
};
