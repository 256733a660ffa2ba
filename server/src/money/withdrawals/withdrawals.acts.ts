import { REFUSAL_REASONS } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import { Type } from 'typebox';
import type { Transaction } from '../../platform/database.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, type TakeMember, text } from '../../staff/act.ts';
import { liftingNeedsSecond, liftStop, placeStop, whoseStop } from '../../staff/stops.ts';
import { giveBack, type OnBankMove } from './end-withdrawal.ts';
import { NAMED_WITHDRAWAL, namedWithdrawals } from './named-withdrawals.ts';
import {
  approvedLately,
  approveWithdrawal,
  type Named,
  releaseStop,
  stopWithdrawal,
  withdrawalsToCheck,
} from './review.queries.ts';
import { takesTwo } from './review.ts';
import { type ReviewDeps, sendToReview } from './send-to-review.ts';
import { lockPending, pendingWithdrawals, tryNow } from './withdrawals.queries.ts';

/** Money that is on its way to banks. */
export const withdrawalActs = {
  listWithdrawals: list({
    name: 'withdrawals pending',
    summary: 'withdrawals that are not paid out yet, oldest first',
    permission: 'movements.see',
    run: (tx) => pendingWithdrawals(tx, MOST_LISTED),
  }),
  askAboutWithdrawal: change({
    name: 'withdrawals ask',
    summary: 'asks the payout channel now what became of a withdrawal',
    permission: 'movements.ask',
    needsSecond: false,
    schema: fields({ id: text('Say which withdrawal, by its id: `withdrawals pending` lists them.') }),
    run: async (tx, _operator, { id }) => {
      const before = await lockPending(tx, id);
      if (before.length === 0) throw new CannotDo(`There is no pending withdrawal ${id}.`);
      return { data: { id }, before, after: await tryNow(tx, id) };
    },
  }),
};

type ReviewActDeps = ReviewDeps & {
  takeMember: TakeMember;
  onBankMove: OnBankMove;
  /** What operators approve for one member within 24 hours without a second one. */
  approvedAloneADay: Record<Currency, Minor>;
  /** How long after its approval a withdrawal leaves: until then it can be stopped, and the member can cancel it. */
  approvedLeaveAfterMs: number;
};

/** Withdrawals that an operator has to look at, and those that an operator stops. */
export function reviewActs(deps: ReviewActDeps) {
  const parts = namedWithdrawals(deps);
  const { take, worth, announceChanged } = parts;
  return {
    listChecking: list({
      name: 'withdrawals list',
      summary: 'withdrawals that an operator has to decide on, oldest first, and why',
      permission: 'movements.see',
      run: (tx) => withdrawalsToCheck(tx, MOST_LISTED),
    }),
    approveWithdrawal: change({
      name: 'withdrawals approve',
      summary: 'lets a withdrawal that was looked at be paid',
      permission: 'withdrawals.decide',
      needsSecond: async (tx, input) => {
        const { member_id, amount, currency, reasons } = await take(tx, input);
        if (takesTwo(reasons)) return true;
        return (await approvedLately(tx, member_id)) + amount > deps.approvedAloneADay[currency];
      },
      worth,
      schema: fields(NAMED_WITHDRAWAL),
      run: async (tx, _operator, input) => {
        const before = await take(tx, input);
        if (before.state !== 'checking') throw new CannotDo(notWaiting(before));
        if (before.stopped_at) throw new CannotDo(`Withdrawal ${before.id} was stopped: release it first.`);
        // From here on no hourly ceiling holds it up; a block, a pause of payouts or a new reason to look at it still does.
        await approveWithdrawal(tx, before, deps.approvedLeaveAfterMs);
        return announceChanged(tx, before);
      },
    }),
    refuseWithdrawal: change({
      name: 'withdrawals refuse',
      summary: 'returns the money of a withdrawal that the channel was not called for, and tells the member why',
      permission: 'withdrawals.decide',
      needsSecond: false,
      worth,
      schema: fields({ ...NAMED_WITHDRAWAL, reason: choice(REFUSAL_REASONS) }),
      run: async (tx, _operator, { reason, ...input }) => {
        const before = await take(tx, input);
        const { state } = before;
        if (state !== 'checking' && state !== 'held') throw new CannotDo(notWaiting(before));
        await giveBack(tx, deps.onBankMove, { ...before, state }, { to: 'returned', why: reason });
        return announceChanged(tx, before);
      },
    }),
    ...stopActs(deps, parts),
  };
}

const stopOf = ({ member_id, id }: Named) => ({ what: 'withdrawal', subject: `${member_id}/${id}` }) as const;

function stopActs(deps: ReviewActDeps, { take, announceChanged }: ReturnType<typeof namedWithdrawals>) {
  const letGoOn = async (tx: Transaction, stopped: Named) => {
    await releaseStop(tx, stopped);
    if (stopped.state === 'checking' && !stopped.approved_at) await sendToReview(tx, deps, stopped);
  };
  return {
    stopWithdrawal: change({
      name: 'withdrawals hold',
      summary: 'stops a withdrawal that the channel was not called for, until it is released',
      permission: 'withdrawals.decide',
      needsSecond: false,
      schema: fields(NAMED_WITHDRAWAL),
      run: async (tx, operator, input) => {
        const before = await take(tx, input);
        if (!['gathering', 'held', 'checking'].includes(before.state)) throw new CannotDo(notWaiting(before));
        if (!(await placeStop(tx, stopOf(before), operator)))
          throw new CannotDo(`You have stopped withdrawal ${before.id} already.`);
        await stopWithdrawal(tx, before);
        // What is still being gathered is sent to review once its money is held.
        if (before.state !== 'gathering') await sendToReview(tx, deps, before);
        return announceChanged(tx, before);
      },
    }),
    releaseWithdrawal: change({
      name: 'withdrawals release',
      summary: 'lifts a stop; once none is left the withdrawal goes on by itself, or to review if a rule says so',
      permission: 'withdrawals.decide',
      needsSecond: liftingNeedsSecond,
      schema: fields({ ...NAMED_WITHDRAWAL, of: Type.Optional(whoseStop) }),
      run: async (tx, operator, { of, ...input }) => {
        const before = await take(tx, input);
        if (!before.stopped_at) throw new CannotDo(`Withdrawal ${before.id} is not stopped.`);
        const stoppedBy = await liftStop(tx, stopOf(before), operator, of === undefined ? {} : { of });
        if (stoppedBy.length === 0) await letGoOn(tx, before);
        const changed = await announceChanged(tx, before);
        return { ...changed, data: { ...changed.data, stoppedBy }, after: { ...changed.after, stoppedBy } };
      },
    }),
  };
}

function notWaiting({ id, state }: Named): string {
  if (state === 'gathering') return `Withdrawal ${id} is still being gathered: hold it, or wait until it is.`;
  return `Withdrawal ${id} cannot be decided any more: it is ${state}.`;
}
