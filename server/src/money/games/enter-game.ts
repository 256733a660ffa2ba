import type { ErrorCode } from '@krapao/contract/errors.ts';
import { AppError } from '../../platform/app-error.ts';
import { maybeOne } from '../../platform/database.ts';
import { accountOf, findGame, type GameDeps } from './game-accounts.ts';

/** Providers with a code of their own for an account that is the caller's, but of another provider. */
const NOT_THEIRS: Record<string, ErrorCode> = { areaslot: 'NOT_AREASLOT' };

/** A link that opens the game signed in. Only the caller's own username and password will do. */
export async function enterGame(
  deps: GameDeps,
  memberId: string,
  slotCode: string,
  given: { username: string; password?: string },
): Promise<{ link: string }> {
  const { code, provider } = findGame(deps.games, slotCode);
  const own = await accountOf(deps, memberId, code);
  const isOwn =
    own?.opened_at &&
    own.username === given.username.toLowerCase() &&
    (given.password === undefined || own.password === given.password);
  if (!isOwn) {
    const sql = 'select from game_accounts where member_id = $1 and code <> $2 and username = lower($3)';
    const other = NOT_THEIRS[code] && (await maybeOne(deps.db, sql, [memberId, code, given.username]));
    throw other ? new AppError(NOT_THEIRS[code] as ErrorCode) : new AppError('SLOT_NO_ACCOUNT');
  }
  const link = await provider.launchLink({ username: own.username, password: own.password }).catch((error: unknown) => {
    throw new AppError('SLOT_ACTIVATE_FAIL', { cause: error, retryAfterSeconds: 5 });
  });
  return { link };
}
