import { randomUUID } from 'node:crypto';
import { MAIN_WALLET, SERVICE } from '@krapao/contract/money/limits.ts';
import { accountStatesOf, type Debt, debts, post } from '../../ledger/ledger.ts';
import { writeStatement } from '../../ledger/statement.ts';
import { insertRow, type Transaction } from '../../platform/database.ts';
import { announceWithCommit } from '../../platform/wallet-changes.ts';
import { CannotDo, change, fields, list, MOST_LISTED, memberId, type TakeMember } from '../../staff/act.ts';

/** What members owe: a payout was made after all, or what had to be taken from them was spent. */
export function debtActs({ takeMember }: { takeMember: TakeMember }) {
  /** The member is locked first. */
  const take = async (tx: Transaction, who: string): Promise<Debt & { collectable: bigint }> => {
    const { id } = await takeMember(tx, who);
    const [debt] = await debts(tx, { of: id, limit: 1 });
    if (!debt) throw new CannotDo(`${id} owes nothing.`);
    return { ...debt, collectable: debt.main < debt.owed ? debt.main : debt.owed };
  };
  return {
    listDebts: list({
      name: 'debts list',
      summary: 'what members owe, oldest first, and what they have in the main wallet',
      permission: 'movements.see',
      run: (tx) => debts(tx, { limit: MOST_LISTED }),
    }),
    collectDebt: change({
      name: 'debts collect',
      summary: 'takes what a member owes from the main wallet, as far as it is there',
      permission: 'corrections',
      needsSecond: true,
      worth: async (tx, { member }) => {
        const { collectable: amount, currency } = await take(tx, member);
        return { amount, currency };
      },
      schema: fields({ member: memberId }),
      run: async (tx, _operator, { member }) => {
        const { collectable: amount, ...before } = await take(tx, member);
        const { member_id, currency } = before;
        if (amount === 0n) throw new CannotDo(`${member_id} has nothing in the main wallet.`);
        // The newest entry of the debt: taking it twice by one look is one taking.
        const at = (await accountStatesOf(tx, member_id)).get('owed')?.lastEntryId;
        const booking = { key: `debt/${member_id}/${at}/collect`, reason: 'debt', memberId: member_id, currency };
        const posted = await post(tx, { ...booking, from: 'main', to: 'owed', amount });
        await insertRow(tx, 'debts_collected', { member_id, after_entry: at, amount, currency });
        const entry = { type: 'withdraw', status: 'SUCCESS', from: MAIN_WALLET, to: SERVICE, amount } as const;
        await writeStatement(tx, member_id, { ...entry, id: randomUUID(), posted });
        await announceWithCommit(tx, member_id);
        const after = { ...before, owed: before.owed - amount, main: before.main - amount };
        return { data: { ...after, collected: amount }, before, after };
      },
    }),
  };
}
