import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { requireBudget, spend } from '../../platform/budgets.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { hashPassword, isPassword } from '../../platform/passwords.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { endAllSessions, type SignedIn, startSession } from '../../platform/sessions.ts';
import { noticeBudgetsOf } from '../../platform/text-budgets.ts';
import { memberById, replacePasswordHash } from './account.queries.ts';
import { type EndGamePasswords, endAndTell } from './game-passwords.ts';
import { FAILURE_WINDOW_SECONDS } from './login.ts';
import { newPasswordProblem } from './new-password.ts';

const AN_HOUR = 60 * 60;

type Passwords = { oldPassword: string; newPassword: string };

export async function changePassword(
  { db, config, endGamePasswords }: { db: Database; config: Config; endGamePasswords: EndGamePasswords },
  signedIn: SignedIn,
  { oldPassword, newPassword }: Passwords,
  from: From,
) {
  const { memberId, isRemembered } = signedIn;
  const problem = newPasswordProblem(newPassword, {
    ...(await memberById(db, memberId)),
    serviceName: config.serviceName,
  });
  if (problem) throw new AppError('INVALID_USER_INFO', { fields: { newPassword: problem } });

  const failures = {
    scope: 'password of',
    subject: memberId,
    limit: config.loginFailuresPerPhone,
    windowSeconds: FAILURE_WINDOW_SECONDS,
  };
  const changes = { scope: 'new passwords of', subject: memberId, limit: config.signInsAnHour, windowSeconds: AN_HOUR };
  const texts = noticeBudgetsOf(config, from.address);
  return oneAtATime(`password ${memberId}`, async () => {
    await requireBudget(db, failures, changes, ...texts);
    const member = await memberById(db, memberId);
    if (!(await isPassword(oldPassword, member.password_hash, from.address, 'set'))) {
      await spend(db, failures);
      throw new AppError('WRONG_PASSWORD', { fields: { oldPassword: 'INVALID' } });
    }
    const newHash = await hashPassword(newPassword, from.address, 'set');
    return inTransaction(db, async (tx) => {
      const isChanged = await replacePasswordHash(tx, memberId, { from: member.password_hash, to: newHash });
      if (!isChanged) throw new AppError('WRONG_PASSWORD', { fields: { oldPassword: 'INVALID' } });
      await spend(tx, changes, ...texts);
      await endAllSessions(tx, memberId, 'member');
      await endAndTell(tx, endGamePasswords, { memberId, from });
      await noteEvent(tx, { what: 'password-changed', memberId, from });
      return { token: await startSession(tx, memberId, isRemembered) };
    });
  });
}
