import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, maybeOne } from '../../platform/database.ts';
import type { Attempt } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { Game, Games } from '../../providers/games/games.ts';
import { gameUsername, newGamePassword, sealPassword, unsealPassword } from './credentials.ts';
import { findAccount, type GameAccountRow } from './game-accounts.queries.ts';

export type GameDeps = { db: Database; config: Config; games: Games };

export function findGame(games: Games, code: string): Game {
  const game = games.get(code.toLowerCase());
  if (!game) throw new AppError('NO_GAME');
  return game;
}

/**
 * Username and password are settled before the provider is asked, so that whatever became of an earlier try, the next
 * one asks for the same player; one that exists already is ours.
 */
export async function openAccount(deps: GameDeps, member: Owner, slotCode: string, { id: key }: Attempt) {
  const { db, config, games } = deps;
  const { memberId, currency } = member;
  const { code, provider } = findGame(games, slotCode);
  await db.query(
    `insert into game_accounts (member_id, code, username, password) values ($1, $2, $3, $4) on conflict do nothing`,
    [memberId, code, gameUsername(memberId), sealPassword(config.credentialsKey, memberId, code, newGamePassword())],
  );
  const account = await accountOf(deps, memberId, code);
  if (!account) throw new AppError('SLOT_NO_ACCOUNT');
  if (account.opened_at && account.changed_by !== key) throw new AppError('SLOT_ALREADY_ACTIVE');
  const { username, password } = account;
  const outcome = account.opened_at ? 'done' : await provider.createPlayer({ username, password, currency });
  if (outcome === 'refused') throw new AppError('GAME_ACTIVATION_FAIL');
  if (outcome === 'unknown') throw new AppError('SLOT_ACTIVATE_FAIL', { retryAfterSeconds: 5 });
  await db.query(
    `update game_accounts set opened_at = app_now(), changed_by = $3
      where member_id = $1 and code = $2 and opened_at is null`,
    [memberId, code, key],
  );
  return credentialsOf(deps, memberId, code);
}

export async function credentialsOf(deps: GameDeps, memberId: string, slotCode: string) {
  const { code, provider } = findGame(deps.games, slotCode);
  const account = await accountOf(deps, memberId, code);
  if (!account?.opened_at) throw new AppError('SLOT_NO_ACCOUNT');
  // Without them the account can still be looked at; only the sign-in form would be refused.
  const event = await provider.loginFields().catch(() => undefined);
  return { username: account.username, password: account.password, ...(event && { event }) };
}

/** The new password is kept before the provider is asked; an unknown outcome is settled by asking again for the same. */
export async function resetPassword(deps: GameDeps, memberId: string, slotCode: string, { id: key }: Attempt) {
  const { db, config } = deps;
  const { code, provider } = findGame(deps.games, slotCode);
  const account = await accountOf(deps, memberId, code);
  if (!account?.opened_at) throw new AppError('SLOT_NO_ACCOUNT');
  if (account.changed_by === key) return credentialsOf(deps, memberId, code);
  const proposed = sealPassword(config.credentialsKey, memberId, code, newGamePassword());
  const next = await maybeOne<{ next_password: Buffer }>(
    db,
    `update game_accounts set next_password = coalesce(next_password, $3)
      where member_id = $1 and code = $2 returning next_password`,
    [memberId, code, proposed],
  );
  if (!next) throw new AppError('SLOT_NO_ACCOUNT');
  const password = unsealPassword(config.credentialsKey, memberId, code, next.next_password);
  const outcome = await provider.setPassword({ username: account.username, password });
  if (outcome === 'done') {
    await db.query(
      `update game_accounts set password = next_password, next_password = null, changed_by = $4
        where member_id = $1 and code = $2 and next_password = $3`,
      [memberId, code, next.next_password, key],
    );
    return credentialsOf(deps, memberId, code);
  }
  if (outcome === 'refused') {
    await db.query(
      'update game_accounts set next_password = null where member_id = $1 and code = $2 and next_password = $3',
      [memberId, code, next.next_password],
    );
  }
  throw new AppError('SLOT_RESET_PASSWORD_FAIL');
}

type OpenAccount = Omit<GameAccountRow, 'password'> & { password: string };

export async function accountOf({ db, config }: GameDeps, memberId: string, code: string): Promise<OpenAccount | null> {
  const account = await findAccount(db, memberId, code);
  return account && { ...account, password: unsealPassword(config.credentialsKey, memberId, code, account.password) };
}
