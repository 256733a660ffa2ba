import { CannotDo, change, fields, list, text } from '../../staff/act.ts';
import { lockPending, pendingWithdrawals, tryNow } from './withdrawals.queries.ts';

const SHOWN = 200;

/** Money that is on its way to banks. */
export const withdrawalActs = {
  listWithdrawals: list({
    name: 'withdrawals pending',
    summary: 'withdrawals that are not paid out yet, oldest first',
    permission: 'movements',
    run: (tx) => pendingWithdrawals(tx, SHOWN),
  }),
  askAboutWithdrawal: change({
    name: 'withdrawals ask',
    summary: 'asks the payout channel now what became of a withdrawal',
    permission: 'movements',
    needsSecond: false,
    schema: fields({ id: text('Say which withdrawal, by its id: `withdrawals pending` lists them.') }),
    run: async (tx, _operator, { id }) => {
      const before = await lockPending(tx, id);
      if (before.length === 0) throw new CannotDo(`There is no pending withdrawal ${id}.`);
      return { data: { id }, before, after: await tryNow(tx, id) };
    },
  }),
};
