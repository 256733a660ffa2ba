import { CannotDo, change, choice, fields, text } from '../../../staff/act.ts';
import { lockDepositBanks, writeSharesReferences } from './receivers.queries.ts';

export const referenceActs = {
  switchReferences: change({
    name: 'receivers references',
    summary: 'says whether an account’s feed and slips tell one payment by one reference (shared) or each its own',
    permission: 'receivers.open',
    // Believing that they are shared where they are not credits a payment twice.
    needsSecond: (_tx, { references }) => references === 'shared',
    schema: fields({
      bank: text('Say at which bank.'),
      account: text('Say which account.'),
      references: choice(['shared', 'own']),
    }),
    run: async (tx, _operator, { bank, account, references }) => {
      const before = await lockDepositBanks(tx, bank, account);
      if (before.length === 0) throw new CannotDo(`There is no ${bank} ${account}.`);
      const after = await writeSharesReferences(tx, bank, account, references === 'shared');
      return { data: { bank: bank.toUpperCase(), account, references }, before, after };
    },
  }),
};
