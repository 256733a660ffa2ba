import { Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { announceWithCommit } from '../platform/wallet-changes.ts';
import { CannotDo, change, choice, fields, list, MOST_LISTED, type TakeMember } from '../staff/act.ts';
import { conditionById } from './conditions.queries.ts';
import { openReturn, openReturns } from './returns.queries.ts';
import { decideReturn } from './returns.ts';

const returnId = Type.String({
  pattern: '^[1-9][0-9]{0,15}$',
  description: 'Give a number that `returns list` shows.',
});

/** Money at games that was told as lost, rose again, and is a condition's if it was never lost. */
export function returnActs({ takeMember }: { takeMember: TakeMember }) {
  /** The member is locked first. */
  const take = async (tx: Transaction, id: string) => {
    const found = await openReturn(tx, BigInt(id));
    if (found) await takeMember(tx, found.member_id);
    const locked = found && (await openReturn(tx, BigInt(id)));
    if (!locked) throw new CannotDo(`Nothing waits under ${id}: \`returns list\` shows what does.`);
    return locked;
  };
  return {
    listReturns: list({
      name: 'returns list',
      summary: 'money that rose at a game after it fell to nothing, while a bonus depends on which it is; oldest first',
      permission: 'rewards.see',
      run: (tx) => openReturns(tx, MOST_LISTED),
    }),
    decideReturn: change({
      name: 'returns decide',
      summary: 'says whether money that rose at a game was won there, or was never lost and has returned',
      permission: 'corrections',
      needsSecond: false,
      worth: async (tx, { id }) => take(tx, id),
      schema: fields({ id: returnId, decision: choice(['won', 'returned']) }),
      run: async (tx, _operator, { id, decision }) => {
        const possible = await take(tx, id);
        const key = { member_id: possible.member_id, id: possible.condition_id };
        const before = await conditionById(tx, key);
        const taken = await decideReturn(tx, possible, decision);
        await announceWithCommit(tx, possible.member_id);
        const data = { id, decision, ...taken, memberId: possible.member_id, currency: possible.currency };
        return {
          data,
          before: { ...possible, condition: before },
          after: { ...data, condition: await conditionById(tx, key) },
        };
      },
    }),
  };
}
