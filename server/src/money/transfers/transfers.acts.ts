import { CannotDo, change, fields, list, MOST_LISTED, text } from '../../staff/act.ts';
import { lateLegs, lockPending, pendingTransfers, tryNow } from './transfers.queries.ts';

/** Money that is on its way between wallets. */
export const transferActs = {
  listTransfers: list({
    name: 'transfers pending',
    summary: 'movements whose outcome is not known yet, oldest first',
    permission: 'movements.see',
    run: (tx) => pendingTransfers(tx, MOST_LISTED),
  }),
  listLateLegs: list({
    name: 'transfers late',
    summary: 'moves that a provider made after their money was given back, and whether the books could follow',
    permission: 'movements.see',
    run: (tx) => lateLegs(tx, MOST_LISTED),
  }),
  askAboutTransfer: change({
    name: 'transfers ask',
    summary: 'asks the provider now what became of a movement',
    permission: 'movements.ask',
    needsSecond: false,
    schema: fields({ id: text('Say which movement, by its id: `transfers pending` lists them.') }),
    run: async (tx, _operator, { id }) => {
      const before = await lockPending(tx, id);
      if (before.length === 0) throw new CannotDo(`There is no pending movement ${id}.`);
      return { data: { id }, before, after: await tryNow(tx, id) };
    },
  }),
};
