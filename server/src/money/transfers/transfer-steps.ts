import type { Minor } from '@krapao/contract/money.ts';
import { asRefusal } from '../../ledger/ledger.ts';
import { many, type Queryable } from '../../platform/database.ts';
import { type RecordedAnswer, refusedWith } from '../../platform/idempotency.ts';
import type { Leg, LegKey, TransferStatus } from './transfers.queries.ts';

/**
 * The steps of a transfer, each one statement under the member's lock: begin it, book the outcome of a leg. They are
 * functions of sql/transfers.sql. No step talks to a provider; `carry-out.ts` does so between the steps.
 */
export type PlannedLeg = Pick<Leg, 'code' | 'direction' | 'stage'> & {
  amount: Minor | null;
  state: 'planned' | 'refused';
};

/** `amount`: the sum of the legs. `withMainWallet`: all that the main wallet holds goes along. */
export type Plan = { from: string; to: string; amount: Minor; withMainWallet: boolean; legs: PlannedLeg[] };

/** A leg that this process marked `called` and therefore has to call. */
export type StartedLeg = {
  leg: LegKey & Pick<Leg, 'direction' | 'username'> & { amount: Minor };
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
  memberId: string;
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
 * Writes the transfer and holds the money of its first legs, or refuses it. Throws `GameUnread`. `headStartMs`: how long
 * workers leave it to this process.
 */
export function beginTransfer(db: Queryable, beginning: TransferBeginning, headStartMs: number): Promise<TransferStep> {
  const { memberId, id, call, inputHash, isAsked, plan } = beginning;
  const planned = JSON.stringify({ ...plan, isAsked, headStartMs }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const sql = 'select * from transfer_begin($1, $2, $3, $4, $5, $6)';
  return step(db, { memberId, id }, sql, [memberId, id, call, inputHash, planned, answersFor(id)]);
}

/** What the call that waits for a transfer is answered when the transfer ends. */
function answersFor(id: string): Record<Exclude<TransferStatus, 'PENDING'>, RecordedAnswer> {
  return { SUCCESS: { status: 200, body: { id, status: 'SUCCESS' } }, FAILED: refusedWith('TRANSFER_FAIL') };
}

/** Books the outcome of a leg, then advances the transfer. Does nothing if another process has booked it. */
export function bookLeg(
  db: Queryable,
  { member_id: memberId, transfer_id: id, position }: LegKey,
  known: 'done' | 'refused' | 'absent',
): Promise<TransferStep> {
  const sql = 'select * from transfer_book($1, $2, $3, $4, $5)';
  return step(db, { memberId, id }, sql, [memberId, id, position, known, answersFor(id)]);
}

/** Starts the leg of a fetch, of `available` at most, or ends the fetch where that is nothing. */
export function callFetch(
  db: Queryable,
  { member_id: memberId, transfer_id: id }: Pick<LegKey, 'member_id' | 'transfer_id'>,
  available: Minor,
): Promise<TransferStep> {
  return step(db, { memberId, id }, 'select * from fetch_call($1, $2, $3)', [memberId, id, available]);
}

/** The books say that nothing of the member's is at the game, and it was not asked lately: nothing was done. */
export class GameUnread extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`${code} is to be asked before money goes there`);
    this.code = code;
  }
}

type StepRow =
  | { status: 'UNREAD'; position: null; code: string }
  | ({ status: TransferStatus } & (
      | { position: null }
      | ({ position: number } & Pick<StartedLeg['leg'], 'code' | 'direction' | 'username' | 'amount'>)
    ));

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
    if (row.status === 'UNREAD') throw new GameUnread(row.code);
    if (row.position === null) return [];
    const { position, code, direction, username, amount } = row;
    return [{ leg: { member_id: memberId, transfer_id: id, position, code, direction, username, amount }, startedAt }];
  });
  const [first] = rows;
  return { status: first && first.status !== 'UNREAD' ? first.status : 'PENDING', started };
}
