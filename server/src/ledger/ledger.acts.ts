import { CannotDo, fields, list, look } from '../staff/act.ts';
import { countTransfers, houseBalances, problems } from './ledger.ts';

export const ledgerActs = {
  checkLedger: look({
    name: 'ledger check',
    summary: 'checks the books',
    permission: 'books.see',
    readOnly: true,
    schema: fields({}),
    run: async (tx) => {
      const wrong = await problems(tx);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      return { transfers: await countTransfers(tx) };
    },
  }),
  listHouseAccounts: list({
    name: 'ledger house',
    summary: 'what is in the accounts of the house, such as money that waits for its owner',
    permission: 'books.see',
    run: (tx) => houseBalances(tx),
  }),
};
