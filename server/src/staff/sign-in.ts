import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@krapao/contract/members/limits.ts';
import type { Config } from '../config.ts';
import { addressBudgets, sharesOf } from '../platform/addresses.ts';
import { AppError } from '../platform/app-error.ts';
import { type Budget, requireBudget, spend } from '../platform/budgets.ts';
import { isCommonPassword } from '../platform/common-passwords.ts';
import { type Database, inTransaction, type Queryable } from '../platform/database.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { type Face, readOperator, startOperatorSession } from '../platform/operator-sessions.ts';
import { hashPassword, isPassword } from '../platform/passwords.ts';
import { noteEvent } from '../platform/security-events.ts';
import { hashOf } from '../platform/sessions.ts';
import { CannotDo, type Operator } from './act.ts';
import {
  type Candidate,
  findOperator,
  findPasswordHash,
  isOperatorDevice,
  keepOperator,
  keepOperatorDevice,
  writeCandidate,
} from './operators.queries.ts';

const WINDOW_SECONDS = 15 * 60;

type Credentials = { name: string; password: string };

/** `from`: the address or the machine that the operator signs in from; `device`: the id that the browser names itself by. */
type Place = { face: Face; from: string; device: string | null; agent?: string };

export async function signInOperator(
  db: Database,
  config: Config,
  { name, password }: Credentials,
  { face, from, device, agent = '' }: Place,
): Promise<{ token: string; operator: Operator }> {
  const hash = device === null ? null : hashOf(device);
  const known = hash && (await isOperatorDevice(db, name, hash)) ? hash.toString('hex') : null;
  const failures = known ? [failuresAt(config, name, known)] : failuresOfStrangers(config, name, { face, from });
  const note = (at: Queryable, what: 'signed-in' | 'sign-in-failed', operator: string | null) =>
    noteEvent(at, { what, operator, from: { address: from, agent }, about: { face } });
  // Guesses take turns: fired all at once they would all be judged before the first is counted.
  return oneAtATime(`operator sign-in ${name} ${known ?? face}`, async () => {
    await requireBudget(db, ...failures);
    const passwordHash = await findPasswordHash(db, name);
    const isRight = await isPassword(password, passwordHash, from, 'desk');
    if (!isRight || passwordHash === null) {
      await spend(db, ...failures);
      // What was typed as a name may be a password: only a name is kept.
      await note(db, 'sign-in-failed', passwordHash === null ? null : name);
      throw new AppError('WRONG_CREDENTIAL');
    }
    return inTransaction(db, async (tx) => {
      // Removing, a new password and other roles end every sign-in: none must slip in behind them.
      const operator = await keepOperator(tx, name, passwordHash);
      if (!operator) throw new AppError('WRONG_CREDENTIAL');
      if (hash) await keepOperatorDevice(tx, name, hash);
      await note(tx, 'signed-in', name);
      return { token: await startOperatorSession(tx, name, face), operator };
    });
  });
}

/** A browser that the operator signed in from before counts alone: no stranger's guesses keep the operator out there. */
function failuresAt({ loginFailuresPerPhone: limit }: Config, name: string, known: string): Budget {
  return { scope: 'desk device', subject: `${name} ${known}`, limit, windowSeconds: WINDOW_SECONDS };
}

/** Customers see operators' names: a few wrong guesses from elsewhere lock no operator out. */
function failuresOfStrangers(config: Config, name: string, { face, from }: Omit<Place, 'device'>): Budget[] {
  const windowSeconds = WINDOW_SECONDS;
  const perName = config.loginFailuresPerPhone;
  return [
    { scope: 'desk', subject: `${name} ${sharesOf(from)[0].subject}`, limit: perName, windowSeconds },
    { scope: `${face} name`, subject: name, limit: 10 * perName, windowSeconds },
    ...addressBudgets({ scope: 'login address', address: from, limit: config.loginFailuresPerAddress, windowSeconds }),
  ];
}

/** The operator of a token that was given at this face, with the roles of this moment. */
export async function operatorOf(db: Database, token: string | null, face: Face): Promise<Operator | null> {
  const name = await readOperator(db, token, face);
  return name === null ? null : findOperator(db, name);
}

/** A person chooses a password. Two operators then admit them by the mark: nobody else ever knows the password. */
export async function join(db: Database, credentials: Credentials, serviceName = ''): Promise<Candidate> {
  const name = requireChoosable(credentials, serviceName);
  return writeCandidate(db, name, await hashPassword(credentials.password));
}

/** Returns the name without spaces around it. */
export function requireChoosable({ name, password }: Credentials, serviceName: string): string {
  const called = name.trim();
  if (called === '' || called.length > 100) throw new CannotDo('Give a name of up to 100 characters.');
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH)
    throw new CannotDo(`Choose a password of ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`);
  if (isCommonPassword(password, serviceName)) throw new CannotDo('Choose a password that is not among the most used.');
  return called;
}
