import type { ErrorCode } from '@krapao/contract/errors.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { hasUsernameElsewhere, noteEntering } from './game-accounts.queries.ts';
import { accountOf, findGame, type GameDeps, requireNoFetch, requireStillSignedIn } from './game-accounts.ts';

/** Providers with their own code for a username that is the caller's at another provider. */
const NOT_THEIRS: Record<string, ErrorCode> = { areaslot: 'NOT_AREASLOT' };

/** A link that opens the game signed in. Only the caller's own username and password are accepted. */
export async function enterGame(
  deps: GameDeps,
  member: SignedIn,
  slotCode: string,
  given: { username: string; password?: string },
): Promise<{ link: string }> {
  const { memberId } = member;
  const { code, provider } = findGame(deps.games, slotCode);
  const own = await accountOf(deps, memberId, code);
  const isOwn =
    own?.opened_at &&
    own.username === given.username.toLowerCase() &&
    (given.password === undefined || own.password === given.password);
  if (!isOwn) {
    const refusal = NOT_THEIRS[code];
    const isOfAnother = refusal && (await hasUsernameElsewhere(deps.db, { memberId, code }, given.username));
    throw new AppError(isOfAnother ? refusal : 'SLOT_NO_ACCOUNT');
  }
  await requireNoFetch(deps.db, { memberId, code });
  await deps.countQuestion(memberId, code);
  const link = await provider.launchLink({ username: own.username, password: own.password }).catch((error: unknown) => {
    throw new AppError('SLOT_ACTIVATE_FAIL', { cause: error, retryAfterSeconds: 5 });
  });
  await requireStillSignedIn(deps, member);
  await noteEntering(deps.db, { memberId, code });
  return { link };
}
