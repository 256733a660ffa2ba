import type { Minor } from '@krapao/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { balancesOf, inMemberTransaction } from '../ledger/ledger.ts';
import { AppError } from '../platform/app-error.ts';
import { backOff, type DueWork } from '../platform/due-work.ts';
import { type Attempt, claim, recordAnswer } from '../platform/idempotency.ts';
import type { Owner } from '../platform/sessions.ts';
import {
  beginClearing,
  type Condition,
  conditionClearedBy,
  conditionOf,
  takeClearing,
  takeHomecoming,
  tryClearingIn,
} from './conditions.queries.ts';
import { freshLosses } from './fresh-losses.ts';
import type { GrantDeps } from './grant.ts';
import { hasOpenReturns } from './returns.ts';
import { debtIfCleared, takeBack } from './take-back.ts';

/**
 * How a condition is cancelled. Where it can be cut off, and what then happens:
 *
 * 1. before it is marked `clearing`: nothing was done. From then on the member starts no transfers, withdrawals or
 *    other rewards, and a worker looks after it.
 * 2. while a loss is younger than `fallAgreedMs`: the cancelling waits, since a game that lags may show the money again.
 * 3. while money is brought home: each return is a transfer under a number of its own that goes on by itself. What
 *    has come home stays home. A process that was cut off before its return began has used up a number, nothing else.
 * 4. while money that may have returned waits for an operator: it is home, and nothing is taken until the decision.
 * 5. in the transaction that takes back and ends it, once all money is in the main wallet: it happened or it did not.
 */
export type ClearDeps = GrantDeps & {
  bringHome: (member: Owner, id: string, from: { code: string; amount: Minor }[]) => Promise<{ status: string }>;
  log: FastifyBaseLogger;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A refused return is tried rarely: each writes a line to the member's statement. */
const LONGEST_WAIT_REFUSED_MS = 60 * 60_000;
/** Added to the time that reading and one return take: for so long a dead worker keeps others from a condition. */
const MARGIN_MS = 5_000;

export async function clear(deps: ClearDeps, member: Owner, attempt: Attempt) {
  const { db, providerTimeoutMs } = deps;
  // Reading the games ends a condition that was met meanwhile; then nothing is cancelled.
  await deps.readBalances(member, { caller: member.memberId });
  const condition = await inMemberTransaction(db, member.memberId, async (tx) => {
    await claim(tx, attempt);
    const begun = await conditionClearedBy(tx, member.memberId, attempt.id);
    const bound = begun ?? (await conditionOf(tx, member.memberId));
    if (!bound) throw new AppError('NO_DATA');
    // By a first look the member has met it: what a second one says is waited for, or the reward would be taken back.
    if (bound.state === 'running' && bound.verdict === 'succeeded')
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: deps.readingsApartMs / 1_000 });
    if (bound.state === 'running') await beginClearing(tx, bound, attempt.id, 3 * providerTimeoutMs + MARGIN_MS);
    return bound;
  });
  deps.announce(member.memberId);
  const state = await advanceClearing(deps, condition).catch((error: unknown) => {
    deps.log.error({ err: error, condition: condition.id }, 'clearing left to a worker');
    return 'waiting';
  });
  if (state !== 'cleared') await tryClearingIn(db, condition, FIRST_WAIT_MS);
  const answer =
    state === 'cleared' ? ({ status: 'SUCCESS', message: 'BONUS_CLEAR' } as const) : ({ status: 'PENDING' } as const);
  await recordAnswer(db, attempt, { status: 200, body: answer });
  return answer;
}

export function conditionsToClear(deps: ClearDeps): DueWork<Condition> {
  return {
    name: 'conditions to clear',
    idOf: ({ member_id, id }) => `${member_id} ${id}`,
    take: (limit) => takeClearing(deps.db, limit, 3 * deps.providerTimeoutMs + MARGIN_MS),
    handle: async (condition) => {
      const state = await advanceClearing(deps, condition);
      if (state === 'cleared') return;
      const longestMs = state === 'refused' ? LONGEST_WAIT_REFUSED_MS : LONGEST_WAIT_MS;
      await tryClearingIn(deps.db, condition, backOff({ tries: condition.tries, firstMs: FIRST_WAIT_MS, longestMs }));
    },
  };
}

type Progress = 'cleared' | 'waiting' | 'refused';

/** Brings money home until the condition is cleared, or a game or a stake has to be waited for. */
async function advanceClearing(deps: ClearDeps, { member_id: memberId, id, currency }: Condition): Promise<Progress> {
  const { db, movingAccounts, readBalances } = deps;
  const member = { memberId, currency };
  for (;;) {
    const condition = await conditionOf(db, memberId);
    if (condition?.id !== id || condition.state !== 'clearing') return 'cleared';
    if ((await movingAccounts(db, memberId)).size > 0) return 'waiting';
    const games = await readBalances(member);
    if ((await freshLosses(db, member, deps)).length > 0) return 'waiting';
    const funded = games.filter(({ available, isFresh }) => isFresh && available > 0n);
    if (funded.length === 0) return (await finishClearing(deps, member, id)) ? 'cleared' : 'waiting';
    const homecoming = await takeHomecoming(db, condition);
    if (homecoming === null) return 'waiting';
    const from = funded.map(({ code, available: amount }) => ({ code, amount }));
    const status = await deps.bringHome(member, homecoming, from).then(
      (transfer) => transfer.status,
      (error: unknown) => {
        if (error instanceof AppError) return 'REFUSED';
        throw error;
      },
    );
    if (status !== 'SUCCESS') return status === 'PENDING' ? 'waiting' : 'refused';
  }
}

/** False while some of the member's money is not in the main wallet, or may be another's. */
async function finishClearing(deps: ClearDeps, { memberId }: Owner, id: string): Promise<boolean> {
  const isOver = await inMemberTransaction(deps.db, memberId, async (tx) => {
    const condition = await conditionOf(tx, memberId);
    if (condition?.id !== id || condition.state !== 'clearing') return true;
    const balances = await balancesOf(tx, memberId);
    const isElsewhere = [...balances].some(([name, left]) => left > 0n && /^(game:|in_transit$)/.test(name));
    if (isElsewhere || (await deps.movingAccounts(tx, memberId)).size > 0) return false;
    if (await hasOpenReturns(tx, condition)) return false;
    await takeBack(tx, condition, await debtIfCleared(tx, condition, balances));
    return true;
  });
  if (isOver) deps.announce(memberId);
  return isOver;
}
