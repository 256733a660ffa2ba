import { randomUUID } from 'node:crypto';
import type { Minor } from '@krapao/contract/money.ts';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { CarryOutDeps } from './carry-out.ts';
import { beginFetch } from './fetches.queries.ts';
import { callFetch, type TransferStep } from './transfer-steps.ts';
import type { Leg } from './transfers.queries.ts';

type FetchDeps = {
  db: Database;
  /** How much of the money at a game is nobody's. */
  unownedAt: (tx: Transaction, account: { memberId: string; code: string }) => Promise<Minor>;
};

/**
 * How the product fetches money back from a game that is not the member's there. Where it can be cut off, and what then
 * happens:
 *
 * 1. before the transaction that begins the fetch: nothing was done. The next reading, or the next question about the late
 *    move, begins it.
 * 2. after it, before the game was asked how much can be moved: the leg is `planned`, and a worker asks for as long as it takes.
 *    Meanwhile the account is not read, no transfer touches it and the member is not let in.
 * 3. after the transaction that marks the leg `called`: as any leg (`carry-out.ts`). The game knows, by our reference.
 * 4. the outcome is booked in one transaction with all that follows from it: nobody's money is the service's to decide about,
 *    or what is missing of a late move is the member's and owed.
 *
 * A fetch that the game did not know of, and that was made after all, is a late move itself (`settle-late-moves.ts`).
 */
export async function fetchUnowned(
  { db, unownedAt }: FetchDeps,
  { memberId }: Pick<Owner, 'memberId'>,
  code: string,
): Promise<void> {
  await inMemberTransaction(db, memberId, async (tx) => {
    const amount = await unownedAt(tx, { memberId, code });
    if (amount > 0n) await beginFetch(tx, { memberId, code, id: randomUUID(), amount, fetches: 'unowned' });
  });
}

/** Starts the leg of a fetch once the game says what is there and not staked. Null: it does not say. */
export async function startFetch(deps: CarryOutDeps, leg: Leg): Promise<TransferStep | null> {
  const read = await deps.games
    .get(leg.code)
    ?.provider.readBalance(leg.username)
    .catch(() => null);
  return read ? callFetch(deps.db, leg, read.balance) : null;
}
