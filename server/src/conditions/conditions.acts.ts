import { balancesOf } from '../ledger/ledger.ts';
import { announceWithCommit } from '../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, memberId, type TakeMember } from '../staff/act.ts';
import { clearingConditions, conditionById, conditionOf } from './conditions.queries.ts';
import { debtIfCleared, takeBack } from './take-back.ts';

/** Members who are bound by what the house gave them. */
export function conditionActs({ takeMember }: { takeMember: TakeMember }) {
  return {
    listClearing: list({
      name: 'conditions clearing',
      summary: 'bonuses that members have cancelled and that are not over yet, oldest first',
      permission: 'rewards.see',
      run: (tx) => clearingConditions(tx, MOST_LISTED),
    }),
    endCondition: change({
      name: 'conditions end',
      summary:
        'ends a cancelled bonus without waiting for money that does not come home; what is missing, the member owes',
      permission: 'corrections',
      needsSecond: true,
      schema: fields({ member: memberId }),
      run: async (tx, _operator, { member }) => {
        const { id } = await takeMember(tx, member);
        const before = await conditionOf(tx, id);
        if (before?.state !== 'clearing') throw new CannotDo(`${id} has cancelled nothing that is not over.`);
        const balances = await balancesOf(tx, id);
        const { owed: missing } = await takeBack(tx, before, await debtIfCleared(tx, before, balances));
        await announceWithCommit(tx, id);
        const after = await conditionById(tx, before);
        const main = async () => (await balancesOf(tx, id)).get('main');
        return {
          data: { missing, currency: before.currency },
          before: { ...before, main: balances.get('main') },
          after: { ...after, main: await main(), missing },
        };
      },
    }),
  };
}
