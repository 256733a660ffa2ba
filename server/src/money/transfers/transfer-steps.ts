import { ERRORS, type ErrorCode } from '@krapao/contract/errors.ts';
import type { Minor } from '@krapao/contract/money.ts';
import { balancesOf, hold, type Posted, release, settle } from '../../ledger/ledger.ts';
import { noteBalance, writeStatement } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Transaction, together } from '../../platform/database.ts';
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
  stakesOf,
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

/** What a member has, and what of it is staked in open bets and cannot be moved. */
type Holdings = { balances: Map<string, Minor>; stakes: Map<string, Minor> };

/** Read under the lock: by this a transfer is begun. */
export async function readHoldings(tx: Transaction, memberId: string): Promise<Holdings> {
  const [balances, stakes] = await together([balancesOf(tx, memberId), stakesOf(tx, memberId)]);
  return { balances, stakes };
}

type TransferBeginning = {
  member: Owner;
  id: string;
  /** The API call that waits for the transfer's answer; empty if none does. */
  call: string;
  plan: Plan;
  holdings: Holdings;
  startedAt: Moment;
  /** How long workers leave the transfer to the process that began it. */
  headStartMs: number;
};

/** Writes the transfer and holds the money of its first legs. Throws MONEY_NOT_ENOUGH. */
export async function beginTransfer(tx: Transaction, beginning: TransferBeginning): Promise<TransferStep> {
  const { member, id, call, plan, holdings, startedAt, headStartMs } = beginning;
  const { memberId, currency } = member;
  const { from, to } = plan;
  const mainWalletShare = plan.withMainWallet ? (holdings.balances.get('main') ?? 0n) : 0n;
  const amount = plan.amount + mainWalletShare;
  const transfer = { id, member_id: memberId, call, from_wallet: from, to_wallet: to, amount, currency };
  // Nothing comes in, so nothing can go on to a second stage.
  const legs = amount === 0n ? plan.legs.filter(({ stage }) => stage === 1) : plan.legs;
  const ofTransfer = { member_id: memberId, transfer_id: id, currency };
  const first = legs.flatMap((leg, position) =>
    leg.stage === 1 && leg.state === 'planned' && leg.amount !== null
      ? [{ ...ofTransfer, ...leg, amount: leg.amount, position }]
      : [],
  );
  for (const leg of first) requireThere(leg, holdings);

  const isCalled = new Set(first.map(({ position }) => position));
  const leavesMain = first.find(({ direction }) => direction === 'in');
  const entry = { id, type: 'transfer', status: 'PROCESSING', from, to, amount } as const;
  const [, written] = await together([
    insertTransfer(tx, { ...transfer, own_share: mainWalletShare }, headStartMs),
    insertLegs(
      tx,
      { memberId, id },
      legs.map((leg, position) => (isCalled.has(position) ? { ...leg, state: 'called' } : leg)),
    ),
    Promise.all(first.map((leg) => holdFor(tx, leg, leg.amount))),
    writeStatement(tx, memberId, { ...entry, posted: leavesMain ? { key: holdKeyOf(leavesMain) } : null }),
  ]);
  const started = written.flatMap((leg) =>
    leg.state === 'called' && leg.amount !== null ? [{ leg: { ...leg, amount: leg.amount }, startedAt }] : [],
  );
  return started.length > 0
    ? { status: 'PENDING', started }
    : advanceTransfer(tx, { id, memberId }, written, startedAt);
}

/** Looked at again under the lock: money staked in open bets is in the balance and cannot be moved. */
function requireThere({ code, direction, amount }: PlannedLeg, { balances, stakes }: Holdings): void {
  if (direction === 'in' || amount === null) return;
  if ((balances.get(`game:${code}`) ?? 0n) - (stakes.get(code) ?? 0n) < amount) throw new AppError('MONEY_NOT_ENOUGH');
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
  const transfer = { id: leg.transfer_id, memberId: leg.member_id };
  const posting = { memberId: leg.member_id, key: `${keyOf(leg)}/${outcome}`, hold: holdKeyOf(leg) };
  const to = leg.direction === 'in' ? (`game:${leg.code}` as const) : 'main';
  const isOfMain = (leg.direction === 'out') === (outcome === 'done');
  const [, , , legs] = await together([
    known === 'absent' ? watchForLateArrival(tx, leg) : null,
    outcome === 'done' ? settle(tx, { ...posting, to }) : release(tx, posting),
    isOfMain ? noteBalance(tx, transfer, posting) : null,
    legsOf(tx, transfer),
  ]);
  return advanceTransfer(tx, transfer, legs, startedAt);
}

/** Starts the leg that is due, or finishes the transfer when none is left. */
async function advanceTransfer(
  tx: Transaction,
  transfer: TransferKey,
  legs: Leg[],
  startedAt: Moment,
): Promise<TransferStep> {
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
  const transfer = { memberId: leg.member_id, id: leg.transfer_id };
  await together([
    holdFor(tx, leg, amount),
    leg.direction === 'in' ? noteBalance(tx, transfer, { key: holdKeyOf(leg) }) : null,
    markLegCalled(tx, leg, amount),
  ]);
  return { leg: { ...leg, amount, state: 'called' }, startedAt };
}

type NamedLeg = Pick<Leg, 'member_id' | 'transfer_id' | 'position'>;

function holdFor(
  tx: Transaction,
  leg: NamedLeg & Pick<Leg, 'code' | 'direction' | 'currency'>,
  amount: bigint,
): Promise<Posted> {
  return hold(tx, {
    key: holdKeyOf(leg),
    reason: 'transfer',
    memberId: leg.member_id,
    currency: leg.currency,
    from: leg.direction === 'in' ? 'main' : `game:${leg.code}`,
    to: 'in_transit',
    amount,
  });
}

async function finishTransfer(
  tx: Transaction,
  transfer: TransferKey,
  legs: Leg[],
  status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  const ended = await endTransfer(tx, transfer, status);
  const failure: ErrorCode = 'TRANSFER_FAIL';
  const answer =
    status === 'SUCCESS'
      ? { status: 200, body: { id: transfer.id, status } }
      : { status: ERRORS[failure], body: { message: failure } };
  await together([
    endTransferStatement(tx, ended, legs, status),
    recordAnswer(tx, { ...transfer, call: ended.call }, answer),
  ]);
}

function holdKeyOf(leg: NamedLeg): string {
  return `${keyOf(leg)}/hold`;
}

function keyOf({ member_id, transfer_id, position }: NamedLeg): string {
  return `transfer/${member_id}/${transfer_id}/${position}`;
}
