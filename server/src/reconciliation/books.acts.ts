import { fields, list, look } from '../staff/act.ts';
import { dayTotals, playerFunds, trialBalance } from './books.queries.ts';
import { day, readDay } from './day.ts';

/** The books in lists. */
export const booksActs = {
  showTrialBalance: list({
    name: 'books trial',
    summary: 'every account of the house, and the sum of each kind of members’ accounts; together they are zero',
    permission: 'books.see',
    isReport: true,
    run: (tx) => trialBalance(tx),
  }),
  showPlayerFunds: list({
    name: 'books funds',
    summary: 'what is owed to members, beside the money that parties hold',
    permission: 'books.see',
    isReport: true,
    run: (tx) => playerFunds(tx),
  }),
  showDay: look({
    name: 'books day',
    summary: 'the totals of a day: received, credited, paid out, given, corrected, won by games',
    permission: 'books.see',
    isReport: true,
    readOnly: true,
    schema: fields({ day }),
    run: async (tx, _operator, input) => {
      const asked = await readDay(tx, input.day);
      return { day: asked, totals: await dayTotals(tx, asked) };
    },
  }),
};
