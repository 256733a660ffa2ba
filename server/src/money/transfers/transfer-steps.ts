import { ERRORS, type ErrorCode } from '@krapao/contract/errors.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { balancesOf, hold, release, settle } from '../../ledger/ledger.ts';
import { noteBalance, writeStatement } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { recordAnswer } from '../../platform/idempotency.ts';
import type { Owner } from '../../platform/sessions.ts';
import {
  endTransfer,
  insertLegs,
  insertTransfer,
  type Leg,
  legsOf,
  markLegCalled,
  markLegRefused,
  markLegResolved,
  type TransferKey,
  type TransferStatus,
  watchForLateArrival,
} from './transfers.queries.ts';
import { endTransferStatement } from './what-moved.ts';

/**
 * The steps of a transfer, each in a transaction under the member's lock: begin it, resolve a leg, start the next,
 * finish. No step talks to a provider; `carry-out.ts` does so between the steps.
 */
export type PlannedLeg = Pick<Leg, 'code' | 'direction' | 'stage'> & {
  amount: Minor | null;
  state: 'planned' | 'refused';
};

/** `amount`: the sum of the legs. `withMainWallet`: all that the main wallet holds goes along. */
export type Plan = { from: string; to: string; amount: Minor; withMainWallet: boolean; legs: PlannedLeg[] };

/** A leg that this process marked `called` and therefore has to call. */
export type StartedLeg = { leg: Leg & { amount: bigint }; startedAt: Moment };

/** A moment by two clocks: the steady one stands still while the machine sleeps, the other can be set back. */
type Moment = { steadyMs: number; wallMs: number };

/** Where a transfer stands after a step, and the legs that the step has started. */
export type TransferStep = { status: TransferStatus; started: StartedLeg[] };

export function momentNow(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}

export function msSince({ steadyMs, wallMs }: Moment): number {
  return Math.max(performance.now() - steadyMs, Date.now() - wallMs);
}

type TransferBeginning = {
  member: Owner;
  id: string;
  /** The API call that waits for the transfer's answer; empty if none does. */
  call: string;
  plan: Plan;
  startedAt: Moment;
  /** How long workers leave the transfer to the process that began it. */
  headStartMs: number;
};

/** Writes the transfer and holds the money of its first legs. Throws MONEY_NOT_ENOUGH. */
export async function beginTransfer(tx: Transaction, beginning: TransferBeginning): Promise<TransferStep> {
  const { member, id, call, plan, startedAt, headStartMs } = beginning;
  const { memberId, currency } = member;
  const { from, to } = plan;
  const balances = await balancesOf(tx, memberId);
  const mainWalletShare = plan.withMainWallet ? (balances.get('main') ?? 0n) : 0n;
  const amount = plan.amount + mainWalletShare;
  const transfer = { id, member_id: memberId, call, from_wallet: from, to_wallet: to, amount, currency };
  await insertTransfer(tx, { ...transfer, own_share: mainWalletShare }, headStartMs);
  await writeStatement(tx, memberId, { id, type: 'transfer', status: 'PROCESSING', from, to, amount });
  // Nothing comes in, so nothing can go on to a second stage.
  const legs = amount === 0n ? plan.legs.filter(({ stage }) => stage === 1) : plan.legs;
  const isFirst = ({ stage, state, amount }: PlannedLeg) => stage === 1 && state === 'planned' && amount !== null;
  const written = await insertLegs(
    tx,
    { memberId, id },
    legs.map((leg) => (isFirst(leg) ? { ...leg, state: 'called' } : leg)),
  );

  const started: StartedLeg[] = [];
  for (const leg of written) {
    if (leg.state !== 'called' || leg.amount === null) continue;
    // The balance is looked at again under the lock: money staked in open bets is in it and cannot be moved.
    const there = leg.direction === 'out' ? (balances.get(`game:${leg.code}`) ?? 0n) - leg.in_play : leg.amount;
    if (there < leg.amount) throw new AppError('MONEY_NOT_ENOUGH');
    await holdFor(tx, leg, leg.amount);
    started.push({ leg: { ...leg, amount: leg.amount }, startedAt });
  }
  return started.length > 0 ? { status: 'PENDING', started } : advanceTransfer(tx, { id, memberId }, startedAt);
}

/** Books the outcome of a leg, then advances the transfer. Does nothing if another process has booked it. */
export async function resolveLeg(
  tx: Transaction,
  leg: Leg,
  known: 'done' | 'refused' | 'absent',
  startedAt: Moment,
): Promise<TransferStep> {
  const outcome = known === 'done' ? 'done' : 'refused';
  if (!(await markLegResolved(tx, leg, outcome))) return { status: 'PENDING', started: [] };
  if (known === 'absent') await watchForLateArrival(tx, leg);
  const posting = { memberId: leg.member_id, key: `${keyOf(leg)}/${outcome}`, hold: `${keyOf(leg)}/hold` };
  const to = leg.direction === 'in' ? (`game:${leg.code}` as const) : 'main';
  const posted = await (outcome === 'done' ? settle(tx, { ...posting, to }) : release(tx, posting));
  const transfer = { id: leg.transfer_id, memberId: leg.member_id };
  const isOfMain = (leg.direction === 'out') === (outcome === 'done');
  if (isOfMain) await noteBalance(tx, transfer, posted);
  return advanceTransfer(tx, transfer, startedAt);
}

/** Starts the leg that is due, or finishes the transfer when none is left. */
async function advanceTransfer(tx: Transaction, transfer: TransferKey, startedAt: Moment): Promise<TransferStep> {
  const legs = await legsOf(tx, transfer);
  if (legs.some(({ state }) => state === 'called')) return { status: 'PENDING', started: [] };

  const planned = legs.find(({ state }) => state === 'planned');
  if (planned) {
    const brought = legs.filter(({ state }) => state === 'done').reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
    const amount = planned.own_share + brought;
    const main = (await balancesOf(tx, transfer.memberId)).get('main') ?? 0n;
    if (amount > 0n && amount <= main)
      return { status: 'PENDING', started: [await startLeg(tx, planned, amount, startedAt)] };
    await markLegRefused(tx, planned);
  }
  const status = !planned && legs.every(({ state }) => state === 'done') ? 'SUCCESS' : 'FAILED';
  await finishTransfer(tx, transfer, legs, status);
  return { status, started: [] };
}

/** Holds the money of a leg and marks it `called`, in the transaction that makes the leg due. */
async function startLeg(tx: Transaction, leg: Leg, amount: bigint, startedAt: Moment): Promise<StartedLeg> {
  await holdFor(tx, leg, amount);
  await markLegCalled(tx, leg, amount);
  return { leg: { ...leg, amount, state: 'called' }, startedAt };
}

async function holdFor(tx: Transaction, leg: Leg, amount: bigint): Promise<void> {
  const posted = await hold(tx, {
    key: `${keyOf(leg)}/hold`,
    reason: 'transfer',
    memberId: leg.member_id,
    currency: leg.currency,
    from: leg.direction === 'in' ? 'main' : `game:${leg.code}`,
    to: 'in_transit',
    amount,
  });
  if (leg.direction === 'in') await noteBalance(tx, { memberId: leg.member_id, id: leg.transfer_id }, posted);
}

async function finishTransfer(
  tx: Transaction,
  transfer: TransferKey,
  legs: Leg[],
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  const ended = await endTransfer(tx, transfer, status);
  await endTransferStatement(tx, ended, legs, status);
  const failure: ErrorCode = 'TRANSFER_FAIL';
  const answer =
    status === 'SUCCESS'
      ? { status: 200, body: { id: transfer.id, status } }
      : { status: ERRORS[failure], body: { message: failure } };
  await recordAnswer(tx, { ...transfer, call: ended.call }, answer);
}

function keyOf({ member_id, transfer_id, position }: Leg): string {
  return `transfer/${member_id}/${transfer_id}/${position}`;
}
