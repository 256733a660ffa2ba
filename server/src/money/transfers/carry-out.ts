import type { FastifyBaseLogger } from 'fastify';
import { inTurnOf } from '../../ledger/ledger.ts';
import { STATEMENT_ID_ONCE } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database.ts';
import { conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { Outcome } from '../../providers/games/game-provider.ts';
import type { Games } from '../../providers/games/games.ts';
import {
  beginTransfer,
  bookLeg,
  msSince,
  type StartedLeg,
  type TransferBeginning,
  type TransferStep,
} from './transfer-steps.ts';
import {
  findTransfer,
  type LegKey,
  type TransferKey,
  type TransferStatus,
  tryTransferIn,
} from './transfers.queries.ts';

/**
 * How a transfer gets to its end. Where it can be cut off, and what then happens:
 *
 * 1. before the statement that makes it reaches the database: nothing was done. A statement that has reached the database
 *    is done there even if its caller dies meanwhile: see 2.
 * 2. after it, before the call: the money is held, the leg is `called`. The provider says "absent", and once the call
 *    can no longer be on its way the money goes back.
 * 3. during or after the call, before its outcome is booked: the provider knows, by our reference.
 * 4. after leg 1 of two was booked: the same transaction has held the money of leg 2 and marked it `called`; see 2.
 *
 * A leg is called by the process that marked it `called`, and by no other, ever. Its outcome is booked once, under the
 * member's lock, by the process that comes first.
 */
export type CarryOutDeps = {
  db: Database;
  games: Games;
  announce: AnnounceWalletChange;
  providerTimeoutMs: number;
  /** How long after its deadline a call may still reach the provider. */
  providerLateMs: number;
  log: FastifyBaseLogger;
};

/** How soon a worker asks about a transfer whose outcome is unknown. */
export const FIRST_WAIT_MS = 1_000;

/**
 * The transfer and the hold of its first money are one transaction; the calls come after it. A member's steps take turns on
 * this node (`inTurnOf`); the lock that holds for all nodes is the step's own.
 */
export async function executeTransfer(
  deps: CarryOutDeps,
  beginning: TransferBeginning,
): Promise<{ id: string; status: 'SUCCESS' | 'PENDING' }> {
  const { memberId, id, call } = beginning;
  const headStartMs = deps.providerTimeoutMs + FIRST_WAIT_MS;
  const begun = await inTurnOf(memberId, () => beginTransfer(deps.db, beginning, headStartMs)).catch(
    // The id names another movement of the member already.
    conflictOn('transfers_pkey', STATEMENT_ID_ONCE),
  );
  deps.announce(memberId);
  const status = begun.started.length > 0 ? await carryOutOrLeave(deps, { memberId, id }, begun.started) : begun.status;
  if (status === 'FAILED') throw new AppError('TRANSFER_FAIL');
  if (status === 'PENDING') {
    await recordAnswer(deps.db, { memberId, id, call }, { status: 200, body: { id, status } });
    await tryTransferIn(deps.db, { memberId, id }, FIRST_WAIT_MS);
  }
  return { id, status };
}

/** From here on the money is held: after any error the transfer is pending and a worker resolves it. */
function carryOutOrLeave(deps: CarryOutDeps, transfer: TransferKey, started: StartedLeg[]): Promise<TransferStatus> {
  return carryOut(deps, transfer, started).catch((error: unknown) => {
    deps.log.error({ err: error, transfer: transfer.id }, 'transfer left to a worker');
    return 'PENDING';
  });
}

/** Calls the started legs and goes on until the transfer is finished or an outcome is unknown. */
export async function carryOut(
  deps: CarryOutDeps,
  transfer: TransferKey,
  started: StartedLeg[],
): Promise<TransferStatus> {
  const steps = await Promise.all(
    started.map(async (startedLeg) => {
      const outcome = await callProvider(deps, startedLeg);
      return outcome === 'unknown' ? null : bookOutcome(deps, startedLeg.leg, outcome);
    }),
  );
  const next = steps.flatMap((step) => step?.started ?? []);
  if (next.length > 0) return carryOut(deps, transfer, next);
  const last = steps.find((step) => step && step.status !== 'PENDING');
  // If no step finished the transfer, another process may have.
  return last?.status ?? (await findTransfer(deps.db, transfer))?.status ?? 'PENDING';
}

async function callProvider(
  { games, providerTimeoutMs }: CarryOutDeps,
  { leg, startedAt }: StartedLeg,
): Promise<Outcome> {
  const leftMs = Math.floor(providerTimeoutMs - msSince(startedAt));
  const provider = games.get(leg.code)?.provider;
  if (leftMs <= 0 || !provider) return 'unknown';
  const { direction, username, amount } = leg;
  return provider.move({ direction, username, amount, reference: referenceOf(leg) }, AbortSignal.timeout(leftMs));
}

/** The provider's reference of a leg: it never changes, no other leg has it, and it has at most 50 characters. */
export function referenceOf({ member_id, transfer_id, position }: LegKey): string {
  return `${member_id}-${transfer_id.replaceAll('-', '')}-${position}`;
}

/** Books the outcome of a leg and, in the same transaction, starts the next leg or ends the transfer. */
export async function bookOutcome(
  deps: CarryOutDeps,
  leg: LegKey,
  known: 'done' | 'refused' | 'absent',
): Promise<TransferStep> {
  const { member_id: memberId } = leg;
  const step = await inTurnOf(memberId, () => bookLeg(deps.db, leg, known));
  deps.announce(memberId);
  return step;
}
