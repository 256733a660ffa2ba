import { CannotDo, fields, look } from '../staff/act.ts';
import { countTransfers, problems } from './ledger.ts';

export const ledgerActs = {
  checkLedger: look({
    name: 'ledger check',
    summary: 'checks the books',
    permission: 'ledger',
    readOnly: true,
    schema: fields({}),
    run: async (tx) => {
      const wrong = await problems(tx);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      return { transfers: await countTransfers(tx) };
    },
  }),
};
