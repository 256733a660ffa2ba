import type { ErrorCode } from '@krapao/contract/errors.ts';
import { requireDebtCovered, requireReturnsStay } from '../../allowances/allowances.ts';
import { hold, inMemberTransaction } from '../../ledger/ledger.ts';
import { endStatement, noteBalance } from '../../ledger/statement.ts';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type Transaction } from '../../platform/database.ts';
import { backOff, type DueWork } from '../../platform/due-work.ts';
import { recordAnswer, refusedWith } from '../../platform/idempotency.ts';
import type { PayoutState, Payouts } from '../../providers/payouts/payouts.ts';
import { askAboutGathered } from './ask-about.queries.ts';
import { watchOutcome } from './ask-again.queries.ts';
import { giveBack, settlePaid } from './end-withdrawal.ts';
import { type LeaveDeps, leaveForBank } from './leave-for-bank.ts';
import { sendToReview } from './send-to-review.ts';
import {
  findWithdrawal,
  moveWithdrawal,
  noteHeld,
  noteRefused,
  takeDueWithdrawals,
  tryWithdrawalIn,
  type Withdrawal,
  type WithdrawalKey,
} from './withdrawals.queries.ts';

/**
 * How a withdrawal gets to its end. Where it can be cut off, and what then happens:
 *
 * 1. before the transaction that makes it: nothing was done.
 * 2. while it is `gathering`: the transfer that brings the money home goes on by itself; once it is over the money is
 *    held, or there is not enough and the withdrawal is refused. What came home stays home.
 * 3. in the transaction that holds the money the rules are asked (`review.ts`): it is `held`, or it is `checking` and no
 *    worker takes it up until an operator has approved it. An operator's act and the member's cancelling are one
 *    transaction each, under the member's lock: they happened before the channel was called, or not at all.
 * 4. while it is `held`: the channel was never called. For `withdrawalsLeaveAfterMs`, and after an approval for a while
 *    again, it stays here so that the member can cancel it. Then a worker asks whether it may leave (`leave-for-bank.ts`)
 *    and, in the same transaction, marks it `called`; then it calls. What may not leave for now stays held and is tried
 *    again.
 * 5. while it is `called`: the channel is asked by our reference. If it does not know it, or says that it rejected it, the
 *    reference is closed there, so that it can never be paid. One answer may be wrong: this is noted, and the money goes
 *    back when the channel has said the same, each time it was asked, for `payoutsConfirmedAfterMs`. At a channel that
 *    cannot close, not before `payoutsBelievedAfterMs` after the call. A worker that is cut off meanwhile leaves the note.
 * 6. once it is `paid` or `returned`: the channel is asked again for days (`ask-again.ts`).
 *
 * The channel is called by the process that marked the withdrawal `called`, and by no other, ever.
 */
export type PayOutDeps = LeaveDeps & {
  payouts: Payouts;
  /** The state of the transfer that brings money home; null if it was never made. */
  stateOfGathering: (withdrawal: WithdrawalKey) => Promise<'PENDING' | 'SUCCESS' | 'FAILED' | null>;
  providerTimeoutMs: number;
  providerLateMs: number;
  /** How long after its money was set aside a withdrawal leaves: until then the member can cancel it. */
  withdrawalsLeaveAfterMs: number;
  /** For how long a channel has to say that it did not pay. */
  payoutsConfirmedAfterMs: number;
  /** When a channel that cannot close a reference is believed that it did not pay. */
  payoutsBelievedAfterMs: number;
  payoutsAskedAgainHours: number;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** Of what a person or the service's ceiling has stopped: there may be thousands. */
const LONGEST_STOP_MS = 60_000;
/** How often a channel is asked in that time: with every answer but the same the time begins anew. */
const TIMES_CONFIRMED = 6;
/** Added to the time that asking takes: for so long a dead worker keeps others from a withdrawal. */
const MARGIN_MS = 5_000;

/** Takes withdrawals that are due a step further. Only where a payout channel is configured. */
export function openWithdrawals(deps: PayOutDeps): DueWork<Withdrawal> {
  return {
    name: 'withdrawals',
    idOf: referenceOf,
    take: (limit) => takeDueWithdrawals(deps.db, limit, 2 * deps.providerTimeoutMs + MARGIN_MS),
    handle: (withdrawal) => advanceWithdrawal(deps, withdrawal),
  };
}

/**
 * Does the withdrawal's next step, and puts the one after it off. A withdrawal that has just been held is due at once.
 */
async function advanceWithdrawal(deps: PayOutDeps, withdrawal: Withdrawal): Promise<void> {
  if (withdrawal.state === 'gathering' && (await endGathering(deps, withdrawal)) !== 'PENDING') return;
  const wait = { tries: withdrawal.tries, firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS };
  let tryInMs: number | null = null;
  if (withdrawal.state === 'held') {
    const leaving = await leaveForBank(deps, withdrawal);
    if (leaving.hasLeft) {
      wait.tries = 1;
      tryInMs = await callChannel(deps, withdrawal);
    } else {
      wait.longestMs = LONGEST_STOP_MS;
      tryInMs = leaving.tryInMs;
    }
  }
  if (withdrawal.state === 'called') tryInMs = await askChannel(deps, withdrawal);
  await tryWithdrawalIn(deps.db, keyOf(withdrawal), tryInMs ?? backOff(wait));
}

/** Called in the transaction that makes the withdrawal, or ends its gathering. Throws MONEY_NOT_ENOUGH. */
export async function holdForBank(
  tx: Transaction,
  deps: PayOutDeps,
  withdrawal: Pick<Withdrawal, 'member_id' | 'id' | 'amount' | 'currency'>,
): Promise<void> {
  const { onBankMove, withdrawalsLeaveAfterMs } = deps;
  const { member_id: memberId, id, amount, currency } = withdrawal;
  const key = `withdrawal/${memberId}/${id}/hold`;
  const holding = { key, reason: 'withdraw', memberId, currency, from: 'main', to: 'held_for_bank', amount } as const;
  await noteBalance(tx, { memberId, id }, await hold(tx, holding));
  await requireDebtCovered(tx, { memberId });
  await requireReturnsStay(tx, { memberId });
  await onBankMove(tx, { memberId, currency }, -amount);
  await noteHeld(tx, { memberId, id }, withdrawalsLeaveAfterMs);
  await sendToReview(tx, deps, withdrawal);
}

/** Answers why the withdrawal was refused, if it was; PENDING while it goes on. */
export async function endGathering(deps: PayOutDeps, withdrawal: Withdrawal): Promise<ErrorCode | 'PENDING' | null> {
  const key = keyOf(withdrawal);
  const gathering = await deps.stateOfGathering(key);
  if (gathering === 'PENDING') return 'PENDING';
  const holding = inMemberTransaction(deps.db, withdrawal.member_id, async (tx) => {
    if (!(await moveWithdrawal(tx, key, { from: 'gathering', to: 'held' }))) return;
    await holdForBank(tx, deps, withdrawal);
    await askAboutGathered(tx, key);
    await recordAnswer(tx, answerTo(withdrawal), { status: 200, body: { id: withdrawal.id, status: 'PENDING' } });
  });
  const refusal = await holding.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'MONEY_OWED' || error.code === 'MONEY_IN_REVIEW') return error.code;
      if (error.code !== 'MONEY_NOT_ENOUGH') throw error;
      return gathering === 'FAILED' ? 'TRANSFER_FAIL' : 'MONEY_NOT_ENOUGH';
    },
  );
  if (refusal) await refuseWithdrawal(deps, withdrawal, refusal);
  deps.announce(withdrawal.member_id);
  return refusal;
}

/** If the channel has paid it before the database lost that, the member owes it: the channel is asked as after any return. */
async function refuseWithdrawal(deps: PayOutDeps, withdrawal: Withdrawal, code: ErrorCode): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const mayHaveLeft = (await findWithdrawal(tx, keyOf(withdrawal)))?.may_have_left === true;
    const end = mayHaveLeft ? ({ to: 'returned', why: 'BANK' } as const) : ({ to: 'refused' } as const);
    if (!(await moveWithdrawal(tx, keyOf(withdrawal), { from: 'gathering', ...end }))) return;
    if (mayHaveLeft) await watchOutcome(tx, keyOf(withdrawal), deps.payoutsAskedAgainHours);
    await endStatement(tx, keyOf(withdrawal), 'FAILED');
    await recordAnswer(tx, answerTo(withdrawal), refusedWith(code));
  });
}

/** As `hear` answers. */
async function callChannel(deps: PayOutDeps, withdrawal: Withdrawal): Promise<number | null> {
  const { amount, currency, bank_code: bank, bank_account_no: account, bank_account_name: name } = withdrawal;
  const payout = { reference: referenceOf(withdrawal), amount, currency, bank, account, name };
  const state = await deps.payouts.create(payout);
  return hear(deps, { ...withdrawal, called_ms_ago: 0, refused_ms: null }, state);
}

/** As `hear` answers. */
async function askChannel(deps: PayOutDeps, withdrawal: Withdrawal): Promise<number | null> {
  return hear(deps, withdrawal, await deps.payouts.stateOf(referenceOf(withdrawal)));
}

/** Answers in how many milliseconds the channel has to confirm what it said; null where it is asked as usual. */
async function hear(deps: PayOutDeps, withdrawal: Withdrawal, told: PayoutState): Promise<number | null> {
  const state = await closed(deps, withdrawal, told);
  if (state === 'pending' || state === 'refused') await noteRefused(deps.db, keyOf(withdrawal), state === 'refused');
  if (state === 'refused') {
    const { refused_ms, called_ms_ago } = withdrawal;
    const confirmedInMs = deps.payoutsConfirmedAfterMs - (refused_ms ?? 0);
    // The first such answer is never enough.
    if (refused_ms === null || confirmedInMs > 0)
      return Math.min(confirmedInMs, deps.payoutsConfirmedAfterMs / TIMES_CONFIRMED);
    if (!deps.payouts.canClose && (called_ms_ago ?? 0) < deps.payoutsBelievedAfterMs) return null;
  }
  if (state === 'paid' || state === 'refused') await bookPayout(deps, withdrawal, state);
  return null;
}

/** `refused` only where the channel can no longer pay, as far as it is able to say so. */
async function closed(deps: PayOutDeps, withdrawal: Withdrawal, told: PayoutState): Promise<PayoutState> {
  if (told !== 'refused' && told !== 'absent') return told;
  if (!deps.payouts.canClose) return 'refused';
  const mayStillArrive = (withdrawal.called_ms_ago ?? 0) < deps.providerTimeoutMs + deps.providerLateMs;
  const isLost = told === 'refused' || !mayStillArrive;
  return isLost ? deps.payouts.close(referenceOf(withdrawal)) : 'unknown';
}

async function bookPayout(deps: PayOutDeps, withdrawal: Withdrawal, state: 'paid' | 'refused'): Promise<void> {
  const { member_id: memberId } = withdrawal;
  const called = { ...withdrawal, state: 'called' } as const;
  await inMemberTransaction(deps.db, memberId, async (tx) => {
    const isEnded =
      state === 'paid'
        ? await settlePaid(tx, withdrawal)
        : await giveBack(tx, deps.onBankMove, called, { to: 'returned', why: 'BANK' });
    if (isEnded) await watchOutcome(tx, keyOf(withdrawal), deps.payoutsAskedAgainHours);
  });
  deps.announce(memberId);
}

function keyOf({ member_id: memberId, id }: Withdrawal): WithdrawalKey {
  return { memberId, id };
}

function answerTo({ member_id: memberId, id, call }: Withdrawal) {
  return { memberId, id, call };
}

/** The channel's reference of a withdrawal: it never changes, no other has it, and it has at most 50 characters. */
export function referenceOf({ member_id, id }: Pick<Withdrawal, 'member_id' | 'id'>): string {
  return `${member_id}-${id.replaceAll('-', '')}`;
}
