import { Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import { CannotDo, fields, list, look } from '../staff/act.ts';
import { countPostings, houseBalances, problems } from './ledger.ts';
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
      const { wrong, postings } = await check(tx, what);
      if (wrong.length > 0) throw new CannotDo(wrong.join('\n'));
      return { postings };
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

type Checked = { wrong: string[]; postings: bigint };

async function check(tx: Transaction, what: string | undefined): Promise<Checked> {
  if (what === 'all') return { wrong: await problems(tx), postings: await countPostings(tx) };
  const sealed = await findSealedDay(tx, what ?? null);
  if (what && !sealed) throw new CannotDo(SAY_WHAT);
  const ofDay = sealed ? await problemsOf(tx, sealed.day) : [];
  if (what) return { wrong: ofDay, postings: sealed?.postings ?? 0n };
  const postings = (sealed?.postings ?? 0n) + (await countSinceSealed(tx));
  return { wrong: [...ofDay, ...(await problemsOf(tx, null))], postings };
}
