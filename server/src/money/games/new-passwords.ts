import { type Database, inTransaction } from '../../platform/database.ts';
import type { DueWork } from '../../platform/due-work.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Outcome } from '../../providers/games/game-provider.ts';
import type { Games } from '../../providers/games/games.ts';
import { newGamePassword, sealPassword, unsealPassword } from './credentials.ts';
import {
  acceptPassword,
  type DuePassword,
  dropPassword,
  lockProposed,
  proposePassword,
  takeDuePasswords,
} from './passwords.queries.ts';

/**
 * How a game account gets a new password, because the member asks for one or because the member's sign-ins were ended: a
 * thief of a sign-in has read the old one. Where the latter can be cut off, and what then happens:
 *
 * 1. before the transaction that ends the sign-ins is committed: nothing was done. From then on the account is due, and
 *    nobody is shown its old password.
 * 2. before the provider is called: the new password is stored first, and the next try asks for the same one.
 * 3. during or after the call, before its outcome is booked: the provider may have either password. The next try asks for
 *    the same new one, until the provider says that it took it.
 * 4. while the provider is down: it is asked again and again, with growing pauses, for ever.
 * 5. the sign-ins are ended again meanwhile: a password that was not taken yet was shown to nobody, and stays the new one;
 *    after one that was taken, the account is due again.
 */
export type PasswordDeps = { db: Database; passwords: Sealer; games: Games };

/** `changedBy`: the Idempotency-Key of the member's call; null where the product changes it by itself. */
export async function setNewPassword(
  { db, passwords, games }: PasswordDeps,
  { memberId, code, username }: DuePassword,
  changedBy: string | null,
): Promise<Outcome> {
  const provider = games.get(code)?.provider;
  const proposed = sealPassword(passwords, memberId, code, newGamePassword());
  const next = provider && (await proposePassword(db, { memberId, code }, proposed));
  if (!next) return 'refused';
  const password = unsealPassword(passwords, memberId, code, next);
  const outcome = await provider.setPassword({ username, password });
  await inTransaction(db, async (tx) => {
    const proposal = await lockProposed(tx, { memberId, code });
    // Compared opened: an operator may have had it sealed anew meanwhile.
    if (!proposal || unsealPassword(passwords, memberId, code, proposal) !== password) return;
    if (outcome === 'done') await acceptPassword(tx, { memberId, code }, changedBy);
    if (outcome === 'refused') await dropPassword(tx, { memberId, code });
  });
  return outcome;
}

const MARGIN_MS = 1_000;

/** Gives accounts whose member's sign-ins were ended a new password. */
export function duePasswords(deps: PasswordDeps & { providerTimeoutMs: number }): DueWork<DuePassword> {
  return {
    name: 'passwords of game accounts',
    idOf: ({ memberId, code }) => `${memberId} ${code}`,
    take: (limit) => takeDuePasswords(deps.db, limit, deps.providerTimeoutMs + MARGIN_MS),
    handle: async (account) => void (await setNewPassword(deps, account, null)),
  };
}
