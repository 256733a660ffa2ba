import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, requireBudget, spend } from '../../platform/budgets.ts';
import { type Database, maybeOne } from '../../platform/database.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { startOperatorSession } from '../../platform/operator-sessions.ts';
import { isPassword } from '../../platform/passwords.ts';

const WINDOW_SECONDS = 15 * 60;

export function deskLogin(
  db: Database,
  config: Config,
  { name, password }: { name: string; password: string },
  address: string,
): Promise<{ token: string; name: string }> {
  // Customers see operators' names: a few wrong guesses from elsewhere must not lock an operator out.
  const perName = config.loginFailuresPerPhone;
  const failures: Budget[] = [
    { scope: 'desk', subject: `${name} ${address}`, limit: perName, windowSeconds: WINDOW_SECONDS },
    { scope: 'desk name', subject: name, limit: 10 * perName, windowSeconds: WINDOW_SECONDS },
    { scope: 'login address', subject: address, limit: config.loginFailuresPerAddress, windowSeconds: WINDOW_SECONDS },
  ];
  // Guesses take turns: fired all at once they would all be judged before the first is counted.
  return oneAtATime(`desk login ${name}`, async () => {
    await requireBudget(db, ...failures);
    const sql = 'select password_hash from operators where name = $1';
    const operator = await maybeOne<{ password_hash: string }>(db, sql, [name]);
    if (!(await isPassword(password, operator?.password_hash ?? null))) {
      await spend(db, ...failures);
      throw new AppError('WRONG_CREDENTIAL');
    }
    return { token: await startOperatorSession(db, name), name };
  });
}
