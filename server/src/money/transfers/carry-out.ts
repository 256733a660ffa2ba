import type { FastifyBaseLogger } from 'fastify';
import { inMemberTransaction } from '../../ledger/ledger.ts';
import { STATEMENT_ID_ONCE } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, type Transaction, together } from '../../platform/database.ts';
import { conflictOn, recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { Outcome } from '../../providers/games/game-provider.ts';
import type { Games } from '../../providers/games/games.ts';
import {
  beginTransfer,
  momentNow,
  msSince,
  type Plan,
  readHoldings,
  resolveLeg,
  type StartedLeg,
  type TransferStep,
} from './transfer-steps.ts';
import {
  type AbsentLeg,
  findTransfer,
  type Leg,
  type TransferKey,
  type TransferStatus,
  tryTransferIn,
} from './transfers.queries.ts';

/**
 * How a transfer gets to its end. Where it can be cut off, and what then happens:
 *
 * 1. before the transaction that makes it: nothing was done.
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
  /** In the transaction that books a leg's outcome: what the provider tells may for a while be older than that. */
  noteMovement: (tx: Transaction, account: { memberId: string; code: string }) => Promise<void>;
  log: FastifyBaseLogger;
};

/** How soon a worker asks about a transfer whose outcome is unknown. */
export const FIRST_WAIT_MS = 1_000;

type NewTransfer = {
  member: Owner;
  id: string;
  /** The API call that waits for the transfer's answer; empty if none does. */
  call: string;
  plan: Plan;
  /** Refuses the transfer, in the transaction that begins it and before anything is written. */
  admit: (tx: Transaction) => Promise<unknown>;
};

/** The transfer and the hold of its first money are one transaction; the calls come after it. */
export async function executeTransfer(
  deps: CarryOutDeps,
  { member, id, call, plan, admit }: NewTransfer,
): Promise<{ id: string; status: 'SUCCESS' | 'PENDING' }> {
  const { memberId } = member;
  const startedAt = momentNow();
  const headStartMs = deps.providerTimeoutMs + FIRST_WAIT_MS;
  const begun = await inMemberTransaction(deps.db, memberId, async (tx) => {
    const [, holdings] = await together([admit(tx), readHoldings(tx, memberId)]);
    return beginTransfer(tx, { member, id, call, plan, holdings, startedAt, headStartMs });
  }).catch(conflictOn('transfers_pkey', STATEMENT_ID_ONCE));
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
  // Counted from before the leg was marked: a process that was held up must not send a call that others think cannot
  // come.
  const leftMs = Math.floor(providerTimeoutMs - msSince(startedAt));
  const provider = games.get(leg.code)?.provider;
  if (leftMs <= 0 || !provider) return 'unknown';
  const { direction, username, amount } = leg;
  return provider.move({ direction, username, amount, reference: referenceOf(leg) }, AbortSignal.timeout(leftMs));
}

/** The provider's reference of a leg: it never changes, no other leg has it, and it has at most 50 characters. */
export function referenceOf({ member_id, transfer_id, position }: AbsentLeg): string {
  return `${member_id}-${transfer_id.replaceAll('-', '')}-${position}`;
}

/** Books the outcome of a leg and, in the same transaction, starts the next leg or ends the transfer. */
export async function bookOutcome(
  deps: CarryOutDeps,
  leg: Leg,
  known: 'done' | 'refused' | 'absent',
): Promise<TransferStep> {
  const startedAt = momentNow();
  const { member_id: memberId, code } = leg;
  const step = await inMemberTransaction(deps.db, memberId, async (tx) => {
    const noted = deps.noteMovement(tx, { memberId, code });
    return (await together([noted, resolveLeg(tx, leg, known, startedAt)]))[1];
  });
  deps.announce(memberId);
  return step;
}
