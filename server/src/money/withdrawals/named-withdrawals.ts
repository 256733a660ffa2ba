import type { Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, memberId, type TakeMember, text } from '../../staff/act.ts';
import { findNamed, type Named } from './review.queries.ts';

/** A withdrawal's id is its member's own: two members may use the same. */
export const NAMED_WITHDRAWAL = {
  member: memberId,
  id: text('Say which withdrawal, by its id: `withdrawals list` and `withdrawals pending` list them.'),
};
export type NamedInput = { member: string; id: string };

/** What acts on one withdrawal share. */
export function namedWithdrawals({ takeMember }: { takeMember: TakeMember }) {
  /** The member is locked first. */
  const take = async (tx: Transaction, { member, id }: NamedInput): Promise<Named> => {
    const { id: owner } = await takeMember(tx, member);
    const found = await findNamed(tx, owner, id);
    if (!found) throw new CannotDo(`${owner} has no withdrawal ${id}.`);
    return found;
  };
  const worth = async (tx: Transaction, input: NamedInput) => {
    const { amount, currency } = await take(tx, input);
    return { amount, currency };
  };
  /** What the act answers; the member's screens read the wallet again once the act is committed. */
  const announceChanged = async (tx: Transaction, before: Named) => {
    const after = (await findNamed(tx, before.member_id, before.id)) ?? before;
    await announceWithCommit(tx, before.member_id);
    return { data: after, before, after };
  };
  return { take, worth, announceChanged };
}
