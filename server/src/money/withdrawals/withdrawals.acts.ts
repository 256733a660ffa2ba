import { CannotDo, change, fields, list, MOST_LISTED, text } from '../../staff/act.ts';
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
