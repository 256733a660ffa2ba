import type { ErrorCode } from '@krapao/contract/errors.ts';
import { ERRORS } from '@krapao/contract/errors.ts';
import type { FastifyBaseLogger } from 'fastify';
import { balancesOf, hold, inMemberTransaction, release, settle } from '../../ledger/ledger.ts';
import { endStatement } from '../../ledger/statement.ts';
import { type Database, one, type Transaction } from '../../platform/database.ts';
import { recordAnswer } from '../../platform/idempotency.ts';
import type { AnnounceWalletChange } from '../../platform/wallet-changes.ts';
import type { Outcome } from '../../providers/games/game-provider.ts';
import type { Games } from '../../providers/games/games.ts';
import {
  type AbsentLeg,
  findTransfer,
  type Leg,
  legsOf,
  type TransferKey,
  type TransferStatus,
  watchForLateArrival,
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
 * A leg is called by whoever marked it `called`, and by nobody else, ever. Booking an outcome is done under the
 * member's lock, once, whoever comes first.
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

/** A leg that this process marked `called` and therefore has to call. */
export type StartedLeg = { leg: Leg & { amount: bigint }; startedAt: Moment };

/** By two clocks: the steady one stands still while the machine sleeps, the other can be set back. */
type Moment = { steadyMs: number; wallMs: number };

export function thisMoment(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}

function msSince({ steadyMs, wallMs }: Moment): number {
  return Math.max(performance.now() - steadyMs, Date.now() - wallMs);
}

type Step = { status: TransferStatus; next: StartedLeg[] };

/** Calls what was started and goes on until the transfer is at its end or an outcome is unknown. */
export async function carryOut(
  deps: CarryOutDeps,
  transfer: TransferKey,
  started: StartedLeg[],
): Promise<TransferStatus> {
  const steps = await Promise.all(
    started.map(async ({ leg, startedAt }) => {
      const outcome = await callProvider(deps, leg, startedAt);
      return outcome === 'unknown' ? null : bookOutcome(deps, leg, outcome);
    }),
  );
  const next = steps.flatMap((step) => step?.next ?? []);
  if (next.length > 0) return carryOut(deps, transfer, next);
  const end = steps.find((step) => step && step.status !== 'PENDING');
  // Without one, somebody else may have booked the last outcome.
  return end?.status ?? (await findTransfer(deps.db, transfer))?.status ?? 'PENDING';
}

async function callProvider(
  { games, providerTimeoutMs }: CarryOutDeps,
  leg: StartedLeg['leg'],
  startedAt: Moment,
): Promise<Outcome> {
  // Counted from before the leg was marked: a process that was held up must not send what others think cannot come.
  const leftMs = Math.floor(providerTimeoutMs - msSince(startedAt));
  const provider = games.get(leg.code)?.provider;
  if (leftMs <= 0 || !provider) return 'unknown';
  const { direction, username, amount } = leg;
  return provider.move({ direction, username, amount, reference: referenceOf(leg) }, AbortSignal.timeout(leftMs));
}

/** What the provider knows a leg by: the same for ever, nobody else's, and at most 50 characters. */
export function referenceOf({ member_id, transfer_id, position }: AbsentLeg): string {
  return `${member_id}-${transfer_id.replaceAll('-', '')}-${position}`;
}

/** Books what became of a leg and, in the same transaction, starts what comes after it or ends the transfer. */
export async function bookOutcome(deps: CarryOutDeps, leg: Leg, known: 'done' | 'refused' | 'absent'): Promise<Step> {
  const outcome = known === 'done' ? 'done' : 'refused';
  const startedAt = thisMoment();
  const step = await inMemberTransaction(deps.db, leg.member_id, async (tx) => {
    const { rowCount } = await tx.query(
      `update transfer_legs set state = $4
        where member_id = $1 and transfer_id = $2 and position = $3 and state = 'called'`,
      [leg.member_id, leg.transfer_id, leg.position, outcome],
    );
    if (rowCount === 0) return { status: 'PENDING', next: [] } as Step;
    if (known === 'absent') await watchForLateArrival(tx, leg);
    const key = `${keyOf(leg)}/${outcome}`;
    if (outcome === 'done') {
      await settle(tx, { key, hold: `${keyOf(leg)}/hold`, to: leg.direction === 'in' ? `game:${leg.code}` : 'main' });
    } else {
      await release(tx, { key, hold: `${keyOf(leg)}/hold` });
    }
    return goOn(tx, { id: leg.transfer_id, memberId: leg.member_id }, startedAt);
  });
  deps.announce(leg.member_id);
  return step;
}

/** Holds the money of a leg and marks it `called`, in the transaction that makes the leg due. */
export async function startLeg(tx: Transaction, leg: Leg, amount: bigint, startedAt: Moment): Promise<StartedLeg> {
  await hold(tx, {
    key: `${keyOf(leg)}/hold`,
    reason: 'transfer',
    memberId: leg.member_id,
    currency: leg.currency,
    from: leg.direction === 'in' ? 'main' : `game:${leg.code}`,
    to: 'in_transit',
    amount,
  });
  await tx.query(
    `update transfer_legs set state = 'called', amount = $4, called_at = clock_timestamp()
      where member_id = $1 and transfer_id = $2 and position = $3`,
    [leg.member_id, leg.transfer_id, leg.position, amount],
  );
  return { leg: { ...leg, amount, state: 'called' }, startedAt };
}

/** Starts what is due, or ends the transfer when nothing is left. Under the member's lock. */
export async function goOn(tx: Transaction, transfer: TransferKey, startedAt: Moment): Promise<Step> {
  const legs = await legsOf(tx, transfer);
  if (legs.some(({ state }) => state === 'called')) return { status: 'PENDING', next: [] };

  const planned = legs.find(({ state }) => state === 'planned');
  if (planned) {
    const brought = legs.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
    const amount = planned.own_share + brought;
    const main = (await balancesOf(tx, transfer.memberId)).get('main') ?? 0n;
    if (amount > 0n && amount <= main)
      return { status: 'PENDING', next: [await startLeg(tx, planned, amount, startedAt)] };
    await tx.query(
      `update transfer_legs set state = 'refused' where member_id = $1 and transfer_id = $2 and position = $3`,
      [transfer.memberId, transfer.id, planned.position],
    );
  }
  const status = !planned && legs.every(({ state }) => state === 'done') ? 'SUCCESS' : 'FAILED';
  await finish(tx, transfer, status);
  return { status, next: [] };
}

async function finish(tx: Transaction, { memberId, id }: TransferKey, status: 'SUCCESS' | 'FAILED'): Promise<void> {
  const sql = `update transfers set status = $3, finished_at = app_now()
    where member_id = $1 and id = $2 returning call`;
  const { call } = await one<{ call: string }>(tx, sql, [memberId, id, status]);
  await endStatement(tx, { memberId, id }, status);
  const failure: ErrorCode = 'TRANSFER_FAIL';
  const answer =
    status === 'SUCCESS'
      ? { status: 200, body: { id, status } }
      : { status: ERRORS[failure], body: { message: failure } };
  await recordAnswer(tx, { memberId, id, call }, answer);
}

function keyOf({ member_id, transfer_id, position }: Leg): string {
  return `transfer/${member_id}/${transfer_id}/${position}`;
}
