import { e164Of } from '@krapao/contract/phones.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, requireBudget, spend } from '../../platform/budgets.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { isPassword } from '../../platform/passwords.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { startSession } from '../../platform/sessions.ts';
import { keepPasswordHash, memberByPhone } from './account.queries.ts';

export const FAILURE_WINDOW_SECONDS = 15 * 60;

type Credentials = { username: string; password: string; remember?: boolean };

export async function login(db: Database, config: Config, { username, password, remember }: Credentials, from: From) {
  const { address } = from;
  const phone = e164Of(username, config.edition) ?? username;
  const failures = budgetsOf(config, phone, address);
  // Guesses at one phone take turns: fired all at once they would all be judged before the first is counted.
  return oneAtATime(`login ${phone}`, async () => {
    await requireBudget(db, ...failures);
    const member = await memberByPhone(db, config.edition, username);
    if (!(await isPassword(password, member?.password_hash ?? null)) || !member) {
      await spend(db, ...failures);
      await noteEvent(db, { what: 'sign-in-failed', memberId: member?.id ?? null, from });
      throw new AppError('WRONG_CREDENTIAL');
    }
    if (member.blocked_at) throw new AppError('INACTIVE_USER');
    return inTransaction(db, async (tx) => {
      // A change of password ends every sign-in: a sign-in with the old password must not slip in behind it.
      if (!(await keepPasswordHash(tx, member))) throw new AppError('WRONG_CREDENTIAL');
      await noteEvent(tx, { what: 'signed-in', memberId: member.id, from });
      return { memberId: member.id, token: await startSession(tx, member.id, remember ?? false) };
    });
  });
}

function budgetsOf(config: Config, phone: string, address: string): Budget[] {
  const windowSeconds = FAILURE_WINDOW_SECONDS;
  return [
    { scope: 'login phone', subject: phone, limit: config.loginFailuresPerPhone, windowSeconds },
    { scope: 'login address', subject: address, limit: config.loginFailuresPerAddress, windowSeconds },
  ];
}
