import type { Edition } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import type { Config } from '../../config.ts';
import { addressBudgets } from '../../platform/addresses.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Budget, requireBudget, spend } from '../../platform/budgets.ts';
import { type Database, inTransaction, type Queryable } from '../../platform/database.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { isPassword } from '../../platform/passwords.ts';
import { type From, noteEvent } from '../../platform/security-events.ts';
import { hashOf, signInsWithinTheHour, startSession } from '../../platform/sessions.ts';
import { keepPasswordHash, memberByPhone } from './account.queries.ts';

export const FAILURE_WINDOW_SECONDS = 15 * 60;

type Credentials = { username: string; password: string; remember?: boolean };

/** Whether a member with this phone has signed in from the browser that names itself by this id before. */
export type IsKnownDevice = (
  db: Queryable,
  member: { edition: Edition; phone: string },
  device: string,
) => Promise<boolean>;

type Browser = From & { device: string | null; isKnownDevice: IsKnownDevice };

export async function login(
  db: Database,
  config: Config,
  { username, password, remember }: Credentials,
  { address, agent, device, isKnownDevice }: Browser,
) {
  const from = { address, agent };
  const phone = e164Of(username, config.edition) ?? username;
  const isKnown = device !== null && (await isKnownDevice(db, { edition: config.edition, phone }, device));
  const known = isKnown ? hashOf(device).toString('hex') : null;
  const failures = known ? [failuresAt(config, phone, known)] : failuresOfStrangers(config, phone, address);
  // Guesses at one phone take turns: fired all at once they would all be judged before the first is counted.
  return oneAtATime(`login ${phone} ${known ?? ''}`, async () => {
    await requireBudget(db, ...failures);
    const member = await memberByPhone(db, config.edition, username);
    // Asked for strangers too: they are answered after the same steps.
    const isOften = (await signInsWithinTheHour(db, member?.id ?? null)) >= config.signInsAnHour;
    const isRight = await isPassword(password, member?.password_hash ?? null, address, isOften ? 'set' : 'sign-in');
    if (!isRight || !member) {
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

/** A browser that the member signed in from before counts alone: no stranger's guesses keep the member out there. */
function failuresAt({ loginFailuresPerPhone: limit }: Config, phone: string, known: string): Budget {
  return { scope: 'login device', subject: `${phone} ${known}`, limit, windowSeconds: FAILURE_WINDOW_SECONDS };
}

function failuresOfStrangers(config: Config, phone: string, address: string): Budget[] {
  const windowSeconds = FAILURE_WINDOW_SECONDS;
  return [
    { scope: 'login phone', subject: phone, limit: config.loginFailuresPerPhone, windowSeconds },
    ...addressBudgets({ scope: 'login address', address, limit: config.loginFailuresPerAddress, windowSeconds }),
  ];
}
