import type { Minor } from '@krapao/contract/money.ts';
import { asRefusal } from '../../ledger/ledger.ts';
import { many, type Queryable } from '../../platform/database.ts';
import type { Owner } from '../../platform/sessions.ts';
import type { AbsentLeg, Leg, TransferStatus } from './transfers.queries.ts';

/**
 * The steps of a transfer, each one statement under the member's lock: begin it, book the outcome of a leg. They are in
 * migrations/0036_transfer_steps.sql; this is their face. No step talks to a provider; `carry-out.ts` does so between
 * the steps.
 */
export type PlannedLeg = Pick<Leg, 'code' | 'direction' | 'stage'> & {
  amount: Minor | null;
  state: 'planned' | 'refused';
};

/** `amount`: the sum of the legs. `withMainWallet`: all that the main wallet holds goes along. */
export type Plan = { from: string; to: string; amount: Minor; withMainWallet: boolean; legs: PlannedLeg[] };

/** A leg that this process marked `called` and therefore has to call. */
export type StartedLeg = {
  leg: AbsentLeg & Pick<Leg, 'direction' | 'username'> & { amount: Minor };
  startedAt: Moment;
};

/** A moment by two clocks: the steady one stands still while the machine sleeps, the other can be set back. */
type Moment = { steadyMs: number; wallMs: number };

/** Where a transfer stands after a step, and the legs that the step has started. */
export type TransferStep = { status: TransferStatus; started: StartedLeg[] };

function momentNow(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}

export function msSince({ steadyMs, wallMs }: Moment): number {
  return Math.max(performance.now() - steadyMs, Date.now() - wallMs);
}

export type TransferBeginning = {
  member: Owner;
  id: string;
  /** The API call that waits for the transfer's answer; empty if none does. */
  call: string;
  /** Of the call's input; null if the call came without a key. */
  inputHash: Buffer | null;
  /** A transfer that a member asked for may be refused; the product's own transfers may not. */
  isAsked: boolean;
  plan: Plan;
};

/**
 * Writes the transfer and holds the money of its first legs, or refuses it. `headStartMs`: how long workers leave it to
 * this process.
 */
export function beginTransfer(db: Queryable, beginning: TransferBeginning, headStartMs: number): Promise<TransferStep> {
  const { member, id, call, inputHash, isAsked, plan } = beginning;
  const { memberId, currency } = member;
  const { from, to, amount, withMainWallet, legs } = plan;
  const into = legs.filter(({ direction }) => direction === 'in').map(({ code }) => code);
  const sql = 'select * from transfer_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)';
  return step(db, { memberId, id }, sql, [
    memberId,
    currency,
    id,
    call,
    inputHash,
    isAsked ? into : null,
    from,
    to,
    amount,
    withMainWallet,
    headStartMs,
    legs.map(({ stage }) => stage),
    legs.map(({ code }) => code),
    legs.map(({ direction }) => direction),
    legs.map((leg) => leg.amount),
    legs.map(({ state }) => state),
  ]);
}

/** Books the outcome of a leg, then advances the transfer. Does nothing if another process has booked it. */
export function bookLeg(
  db: Queryable,
  { member_id: memberId, transfer_id: id, position }: AbsentLeg,
  known: 'done' | 'refused' | 'absent',
): Promise<TransferStep> {
  return step(db, { memberId, id }, 'select * from transfer_book($1, $2, $3, $4)', [memberId, id, position, known]);
}

type StepRow = { status: TransferStatus } & (
  | { position: null }
  | ({ position: number } & Pick<StartedLeg['leg'], 'code' | 'direction' | 'username' | 'amount'>)
);

async function step(
  db: Queryable,
  { memberId, id }: { memberId: string; id: string },
  sql: string,
  values: unknown[],
): Promise<TransferStep> {
  // From before the statement: a process that is held up must not send a call that others think cannot come.
  const startedAt = momentNow();
  const rows = await many<StepRow>(db, sql, values).catch(asRefusal);
  const started = rows.flatMap((row) => {
    if (row.position === null) return [];
    const { position, code, direction, username, amount } = row;
    return [{ leg: { member_id: memberId, transfer_id: id, position, code, direction, username, amount }, startedAt }];
  });
  return { status: rows[0]?.status ?? 'PENDING', started };
}
