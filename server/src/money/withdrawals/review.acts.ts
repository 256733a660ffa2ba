import { REFUSAL_REASONS } from '@krapao/contract/money/limits.ts';
import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import {
  CannotDo,
  change,
  choice,
  fields,
  list,
  MOST_LISTED,
  memberId,
  type TakeMember,
  text,
} from '../../staff/act.ts';
import { giveBack, type OnBankMove } from './give-back.ts';
import {
  approvedLately,
  approveWithdrawal,
  findNamed,
  type Named,
  releaseStop,
  stopWithdrawal,
  withdrawalsToCheck,
} from './review.queries.ts';
import { type ReviewDeps, sendToReview } from './send-to-review.ts';

type ReviewActDeps = ReviewDeps & {
  takeMember: TakeMember;
  onBankMove: OnBankMove;
  /** What operators approve for one member within 24 hours without a second one. */
  approvedAloneADay: Record<Currency, Minor>;
};

/** A withdrawal's id is its member's own: two members may use the same. */
const named = {
  member: memberId,
  id: text('Say which withdrawal, by its id: `withdrawals list` and `withdrawals pending` list them.'),
};
type NamedInput = { member: string; id: string };

/** Withdrawals that an operator has to look at, and those that an operator stops. */
export function reviewActs(deps: ReviewActDeps) {
  /** The member is locked first. */
  const take = async (tx: Transaction, { member, id }: NamedInput): Promise<Named> => {
    const { id: owner } = await deps.takeMember(tx, member);
    return (await findNamed(tx, owner, id)) ?? refuse(`${owner} has no withdrawal ${id}.`);
  };
  const worth = async (tx: Transaction, input: NamedInput) => {
    const { amount, currency } = await take(tx, input);
    return { amount, currency };
  };
  const changed = async (tx: Transaction, before: Named) => {
    const after = (await findNamed(tx, before.member_id, before.id)) ?? before;
    await announceWithCommit(tx, before.member_id);
    return { data: after, before, after };
  };
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
        const { member_id, amount, currency } = await take(tx, input);
        return (await approvedLately(tx, member_id)) + amount > deps.approvedAloneADay[currency];
      },
      worth,
      schema: fields(named),
      run: async (tx, _operator, input) => {
        const before = await take(tx, input);
        if (before.state !== 'checking') throw new CannotDo(notWaiting(before));
        if (before.stopped_at) throw new CannotDo(`Withdrawal ${before.id} was stopped: release it first.`);
        await approveWithdrawal(tx, before);
        return changed(tx, before);
      },
    }),
    refuseWithdrawal: change({
      name: 'withdrawals refuse',
      summary: 'returns the money of a withdrawal that the channel was not called for, and tells the member why',
      permission: 'withdrawals.decide',
      needsSecond: false,
      worth,
      schema: fields({ ...named, reason: choice(REFUSAL_REASONS) }),
      run: async (tx, _operator, { reason, ...input }) => {
        const before = await take(tx, input);
        const { state } = before;
        if (state !== 'checking' && state !== 'held') throw new CannotDo(notWaiting(before));
        await giveBack(tx, deps.onBankMove, { ...before, state }, { to: 'returned', why: reason });
        return changed(tx, before);
      },
    }),
    ...stopActs(deps, { take, changed }),
  };
}

type Parts = {
  take: (tx: Transaction, input: NamedInput) => Promise<Named>;
  changed: (tx: Transaction, before: Named) => Promise<{ data: Named; before: Named; after: Named }>;
};

function stopActs(deps: ReviewActDeps, { take, changed }: Parts) {
  return {
    stopWithdrawal: change({
      name: 'withdrawals hold',
      summary: 'stops a withdrawal that the channel was not called for, until it is released',
      permission: 'withdrawals.decide',
      needsSecond: false,
      schema: fields(named),
      run: async (tx, _operator, input) => {
        const before = await take(tx, input);
        if (!['gathering', 'held', 'checking'].includes(before.state)) throw new CannotDo(notWaiting(before));
        if (before.stopped_at) throw new CannotDo(`Withdrawal ${before.id} is stopped already.`);
        await stopWithdrawal(tx, before);
        // What is still being gathered is sent to review once its money is held.
        if (before.state !== 'gathering') await sendToReview(tx, deps, before);
        return changed(tx, before);
      },
    }),
    releaseWithdrawal: change({
      name: 'withdrawals release',
      summary: 'lets a stopped withdrawal go on: by itself, or to review if a rule says so',
      permission: 'withdrawals.decide',
      needsSecond: false,
      schema: fields(named),
      run: async (tx, _operator, input) => {
        const before = await take(tx, input);
        if (!before.stopped_at) throw new CannotDo(`Withdrawal ${before.id} is not stopped.`);
        await releaseStop(tx, before);
        if (before.state === 'checking' && !before.approved_at) await sendToReview(tx, deps, before);
        return changed(tx, before);
      },
    }),
  };
}

function notWaiting({ id, state }: Named): string {
  if (state === 'gathering') return `Withdrawal ${id} is still being gathered: hold it, or wait until it is.`;
  return `Withdrawal ${id} cannot be decided any more: it is ${state}.`;
}

function refuse(sentence: string): never {
  throw new CannotDo(sentence);
}
