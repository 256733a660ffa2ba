import { requireOpenGame } from '../../allowances/allowances.ts';
import { AppError } from '../../platform/app-error.ts';
import { LONGEST_WINDOW_SECONDS, takeBudgets } from '../../platform/budgets.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import { isSignedIn, type SignedIn } from '../../platform/sessions.ts';
import type { Game, Games } from '../../providers/games/games.ts';
import { gameUsername, newGamePassword, sealPassword, unsealPassword } from './credentials.ts';
import {
  type AccountKey,
  findAccount,
  type GameAccountRow,
  insertAccount,
  isFetching,
  markOpened,
  noteEntering,
} from './game-accounts.queries.ts';
import { type PasswordDeps, setNewPassword } from './new-passwords.ts';
import type { RationedGames } from './rationed-games.ts';

export type GameDeps = PasswordDeps & Pick<RationedGames, 'countQuestion'> & { passwordsAnHour: number };

export function findGame(games: Games, code: string): Game {
  const game = games.get(code.toLowerCase());
  if (!game) throw new AppError('NO_GAME');
  return game;
}

/**
 * Username and password are stored before the provider is asked, so that every later try asks for the same player,
 * whatever became of the first. A player that exists already is ours.
 */
export async function openAccount(deps: GameDeps, member: SignedIn, slotCode: string, { id: key }: Attempt) {
  const { db, passwords, games } = deps;
  const { memberId, currency } = member;
  const { code, provider } = findGame(games, slotCode);
  await requireOpenGame(db, code);
  await deps.countQuestion(memberId, code);
  const sealed = sealPassword(passwords, memberId, code, newGamePassword());
  await insertAccount(db, { memberId, code, username: gameUsername(memberId), password: sealed });
  const account = await accountOf(deps, memberId, code);
  if (!account) throw new AppError('SLOT_NO_ACCOUNT');
  if (account.opened_at && account.changed_by !== key) throw new AppError('SLOT_ALREADY_ACTIVE');
  const player = { username: account.username, password: account.password, currency };
  const outcome = account.opened_at ? 'done' : await provider.createPlayer(player);
  if (outcome === 'refused') throw new AppError('GAME_ACTIVATION_FAIL');
  if (outcome === 'unknown') throw new AppError('SLOT_ACTIVATE_FAIL', { retryAfterSeconds: 5 });
  await markOpened(db, { memberId, code }, key);
  return credentialsOf(deps, member, code);
}

/** The credentials are a way into the game. */
export async function giveCredentials(deps: GameDeps, member: SignedIn, slotCode: string) {
  const { memberId } = member;
  const { code } = findGame(deps.games, slotCode);
  await requireNoFetch(deps.db, { memberId, code });
  await deps.countQuestion(memberId, code);
  const credentials = await credentialsOf(deps, member, code);
  await noteEntering(deps.db, { memberId, code });
  return credentials;
}

/** A member who got into the game now could stake money that is about to be fetched back from there. */
export async function requireNoFetch(db: Queryable, account: AccountKey): Promise<void> {
  if (await isFetching(db, account)) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
}

/** A password that has to go, as its member's sign-ins were ended, is changed first: nobody is shown it any more. */
async function credentialsOf(deps: GameDeps, member: SignedIn, code: string) {
  const { memberId } = member;
  const { provider } = findGame(deps.games, code);
  const known = await openedAccountOf(deps, memberId, code);
  const isDue = known.password_due_at !== null;
  if (isDue && (await setNewPassword(deps, { memberId, code, username: known.username }, null)) !== 'done')
    throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
  const account = isDue ? await openedAccountOf(deps, memberId, code) : known;
  await requireStillSignedIn(deps, member);
  // Without these fields the account can still be shown; only the sign-in form would be refused.
  const event = await provider.loginFields().catch(() => undefined);
  return { username: account.username, password: account.password, ...(event && { event }) };
}

export async function resetPassword(deps: GameDeps, member: SignedIn, slotCode: string, { id: key }: Attempt) {
  const { memberId } = member;
  const { code } = findGame(deps.games, slotCode);
  const { changed_by, username } = await openedAccountOf(deps, memberId, code);
  if (changed_by === key) return credentialsOf(deps, member, code);
  await deps.countQuestion(memberId, code);
  await takeBudgets(deps.db, {
    ...{ scope: 'game passwords', subject: `${memberId} ${code}` },
    ...{ limit: deps.passwordsAnHour, windowSeconds: LONGEST_WINDOW_SECONDS },
  });
  if ((await setNewPassword(deps, { memberId, code, username }, key)) !== 'done')
    throw new AppError('SLOT_RESET_PASSWORD_FAIL');
  return credentialsOf(deps, member, code);
}

/**
 * What a game told a sign-in that was ended meanwhile is not shown: its bearer may be the reason why it was ended. Asked
 * after the password was read: one that was set since the sign-in ended is never shown to it.
 */
export async function requireStillSignedIn({ db }: Pick<PasswordDeps, 'db'>, { tokenHash }: SignedIn): Promise<void> {
  if (!(await isSignedIn(db, tokenHash))) throw new AppError('invalid-token');
}

async function openedAccountOf(deps: PasswordDeps, memberId: string, code: string): Promise<OpenAccount> {
  const account = await accountOf(deps, memberId, code);
  if (!account?.opened_at) throw new AppError('SLOT_NO_ACCOUNT');
  return account;
}

type OpenAccount = Omit<GameAccountRow, 'password'> & { password: string };

export async function accountOf(
  { db, passwords }: PasswordDeps,
  memberId: string,
  code: string,
): Promise<OpenAccount | null> {
  const account = await findAccount(db, memberId, code);
  return account && { ...account, password: unsealPassword(passwords, memberId, code, account.password) };
}
