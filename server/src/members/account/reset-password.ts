import type { Locale } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { endAllSessions } from '../../platform/sessions.ts';
import { lockMember, memberByPhone, replacePasswordHash } from './account.queries.ts';
import { type EndGamePasswords, endAndTell } from './game-passwords.ts';
import { newPasswordProblem } from './new-password.ts';

/** Codes for choosing a new password, which the OTP slice makes and judges. */
export type ResetCodes = {
  requirePhone: (phoneNumber: string) => void;
  send: (asked: { phone: string; address: string; locale: Locale; isMember: boolean }) => Promise<{ otpToken: string }>;
  phoneOf: (db: Database, otpToken: string) => Promise<string | null>;
  /** Uses the code up and answers its phone, or refuses. */
  use: (db: Database, otpToken: string, otpCode: string, address: string) => Promise<string>;
};

/** A member and a stranger are answered alike, and after the same steps. */
export async function askForReset(
  db: Database,
  config: Config,
  codes: ResetCodes,
  { phoneNumber, address, locale }: { phoneNumber: string; address: string; locale: Locale },
) {
  codes.requirePhone(phoneNumber);
  const phone = e164Of(phoneNumber, config.edition) ?? phoneNumber;
  const member = await memberByPhone(db, config.edition, phone);
  return codes.send({ phone, address, locale, isMember: member !== null });
}

type NewPassword = { otpToken: string; otpCode: string; password: string };

/** The password is judged before the code, which is not lost by a password that is refused. */
export async function resetPassword(
  { db, config, endGamePasswords }: { db: Database; config: Config; endGamePasswords: EndGamePasswords },
  codes: ResetCodes,
  { otpToken, otpCode, password }: NewPassword,
  from: From,
) {
  const { edition, serviceName } = config;
  const known = (await codes.phoneOf(db, otpToken)) ?? '';
  const problem = newPasswordProblem(password, { phone: known, edition, serviceName });
  if (problem) throw new AppError('INVALID_USER_INFO', { fields: { password: problem } });
  const phone = await codes.use(db, otpToken, otpCode, from.address);
  const to = await hashPassword(password, from.address, 'set');
  await inTransaction(db, async (tx) => {
    const member = await memberByPhone(tx, edition, phone);
    if (!member) throw new AppError('OTP_TOKEN_INVALID');
    const { password_hash: before } = await lockMember(tx, member.id);
    await replacePasswordHash(tx, member.id, { from: before, to });
    await endAllSessions(tx, member.id, 'member');
    await endAndTell(tx, endGamePasswords, { memberId: member.id, from });
    await noteEvent(tx, { what: 'password-reset', memberId: member.id, from });
  });
  return {};
}
