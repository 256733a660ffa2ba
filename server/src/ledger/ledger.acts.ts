import { Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { CannotDo, fields, list, look } from '../staff/act.ts';
import { countTransfers, houseBalances, problems } from './ledger.ts';
import { countSinceSealed, findSealedDay, problemsOf } from './sealed-days.ts';

const SAY_WHAT = 'Say all, or a day that is sealed, such as 2026-11-15.';

export const ledgerActs = {
  checkLedger: look({
    name: 'ledger check',
    summary: 'checks the books: the last sealed day and what was posted since, another sealed day, or all of them',
    permission: 'books.see',
    isReport: true,
    readOnly: true,
    schema: fields({
      what: Type.Optional(Type.String({ pattern: '^(all|\\d{4}-\\d\\d-\\d\\d)$', description: SAY_WHAT })),
    }),
    run: async (tx, _operator, { what }) => {
      const { wrong, transfers } = await check(tx, what);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      return { transfers };
    },
  }),
  listHouseAccounts: list({
    name: 'ledger house',
    summary: 'what is in the accounts of the house, such as money that waits for its owner',
    permission: 'books.see',
    isReport: true,
    run: (tx) => houseBalances(tx),
  }),
};

type Checked = { wrong: string[]; transfers: bigint };

async function check(tx: Transaction, what: string | undefined): Promise<Checked> {
  if (what === 'all') return { wrong: await problems(tx), transfers: await countTransfers(tx) };
  const sealed = await findSealedDay(tx, what ?? null);
  if (what && !sealed) throw new CannotDo(SAY_WHAT);
  const ofDay = sealed ? await problemsOf(tx, sealed.day) : [];
  if (what) return { wrong: ofDay, transfers: sealed?.transfers ?? 0n };
  const transfers = (sealed?.transfers ?? 0n) + (await countSinceSealed(tx));
  return { wrong: [...ofDay, ...(await problemsOf(tx, null))], transfers };
}
