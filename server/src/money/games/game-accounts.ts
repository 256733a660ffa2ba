import { requireOpenGame } from '../../allowances/allowances.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, inTransaction, type Queryable } from '../../platform/database.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Game, Games } from '../../providers/games/games.ts';
import { gameUsername, newGamePassword, sealPassword, unsealPassword } from './credentials.ts';
import {
  type AccountKey,
  acceptPassword,
  dropPassword,
  findAccount,
  type GameAccountRow,
  insertAccount,
  isFetching,
  lockProposed,
  markOpened,
  noteEntering,
  proposePassword,
} from './game-accounts.queries.ts';
import type { RationedGames } from './rationed-games.ts';

export type GameDeps = { db: Database; passwords: Sealer; games: Games } & Pick<RationedGames, 'countQuestion'>;

export function findGame(games: Games, code: string): Game {
  const game = games.get(code.toLowerCase());
  if (!game) throw new AppError('NO_GAME');
  return game;
}

/**
 * Username and password are stored before the provider is asked, so that every later try asks for the same player,
 * whatever became of the first. A player that exists already is ours.
 */
export async function openAccount(deps: GameDeps, member: Owner, slotCode: string, { id: key }: Attempt) {
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
  return credentialsOf(deps, memberId, code);
}

/** The credentials are a way into the game. */
export async function giveCredentials(deps: GameDeps, memberId: string, slotCode: string) {
  const { code } = findGame(deps.games, slotCode);
  await requireNoFetch(deps.db, { memberId, code });
  await deps.countQuestion(memberId, code);
  const credentials = await credentialsOf(deps, memberId, code);
  await noteEntering(deps.db, { memberId, code });
  return credentials;
}

/** A member who got into the game now could stake money that is about to be fetched back from there. */
export async function requireNoFetch(db: Queryable, account: AccountKey): Promise<void> {
  if (await isFetching(db, account)) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
}

async function credentialsOf(deps: GameDeps, memberId: string, slotCode: string) {
  const { code, provider } = findGame(deps.games, slotCode);
  const account = await accountOf(deps, memberId, code);
  if (!account?.opened_at) throw new AppError('SLOT_NO_ACCOUNT');
  // Without these fields the account can still be shown; only the sign-in form would be refused.
  const event = await provider.loginFields().catch(() => undefined);
  return { username: account.username, password: account.password, ...(event && { event }) };
}

/**
 * The new password is stored before the provider is asked; if the outcome is unknown, the same password is asked for
 * again.
 */
export async function resetPassword(deps: GameDeps, memberId: string, slotCode: string, { id: key }: Attempt) {
  const { db, passwords } = deps;
  const { code, provider } = findGame(deps.games, slotCode);
  const account = await accountOf(deps, memberId, code);
  if (!account?.opened_at) throw new AppError('SLOT_NO_ACCOUNT');
  if (account.changed_by === key) return credentialsOf(deps, memberId, code);
  await deps.countQuestion(memberId, code);
  const proposed = sealPassword(passwords, memberId, code, newGamePassword());
  const next = await proposePassword(db, { memberId, code }, proposed);
  if (!next) throw new AppError('SLOT_NO_ACCOUNT');
  const password = unsealPassword(passwords, memberId, code, next);
  const outcome = await provider.setPassword({ username: account.username, password });
  await inTransaction(db, async (tx) => {
    const proposal = await lockProposed(tx, { memberId, code });
    // Compared opened: an operator may have had it sealed anew meanwhile.
    if (!proposal || unsealPassword(passwords, memberId, code, proposal) !== password) return;
    if (outcome === 'done') await acceptPassword(tx, { memberId, code }, key);
    if (outcome === 'refused') await dropPassword(tx, { memberId, code });
  });
  if (outcome === 'done') return credentialsOf(deps, memberId, code);
  throw new AppError('SLOT_RESET_PASSWORD_FAIL');
}

type OpenAccount = Omit<GameAccountRow, 'password'> & { password: string };

export async function accountOf(
  { db, passwords }: GameDeps,
  memberId: string,
  code: string,
): Promise<OpenAccount | null> {
  const account = await findAccount(db, memberId, code);
  return account && { ...account, password: unsealPassword(passwords, memberId, code, account.password) };
}
