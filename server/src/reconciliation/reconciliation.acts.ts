import { Type } from 'typebox';
import { CannotDo, change, fields, list, MOST_LISTED, text } from '../staff/act.ts';
import { compareBooks } from './compare-books.ts';
import { day, readDay } from './day.ts';
import { endFinding, giveFinding, lockOpenFinding, openFindings } from './findings.queries.ts';
import { askForRun, findRun } from './runs.queries.ts';

const finding = text('Say which finding, by its number: `findings list` lists them.');
const NONE_OPEN = (id: string) => `No finding ${id} is open: \`findings list\` lists them.`;

/** Where the books, their causes and the reports of outside parties do not agree. */
export const reconciliationActs = {
  /** The books are compared at once. No party is asked from inside a transaction: a worker does that next. */
  reconcile: change({
    name: 'reconcile',
    summary: 'compares the books with their causes now, and has every party asked for its report of a day',
    permission: 'findings',
    needsSecond: false,
    schema: fields({ day }),
    run: async (tx, _operator, input) => {
      const asked = await readDay(tx, input.day);
      const before = await findRun(tx, asked);
      await compareBooks(tx);
      const after = await askForRun(tx, asked);
      return { data: await openFindings(tx, MOST_LISTED), before, after };
    },
  }),
  listFindings: list({
    name: 'findings list',
    summary: 'where the books, their causes and the reports of outside parties do not agree',
    permission: 'findings',
    run: (tx) => openFindings(tx, MOST_LISTED),
  }),
  takeFinding: change({
    name: 'findings take',
    summary: 'takes a finding: whoever takes it looks into it',
    permission: 'findings',
    needsSecond: false,
    schema: fields({ finding }),
    run: async (tx, operator, { finding: id }) => {
      const before = await lockOpenFinding(tx, id);
      if (!before) throw new CannotDo(NONE_OPEN(id));
      const after = await giveFinding(tx, before.id, operator.name);
      return { data: after, before, after };
    },
  }),
  /** One that is open is still there: about money, two operators have to accept it as it is. */
  endFinding: change({
    name: 'findings end',
    summary: 'ends a finding that is explained; one that is put right ends by itself',
    permission: 'findings',
    needsSecond: async (tx, { finding: id }) => {
      const found = await lockOpenFinding(tx, id);
      return found !== null && found.expected !== found.found;
    },
    schema: fields({ finding, how: Type.String({ minLength: 1, maxLength: 500, description: 'Say how it ended.' }) }),
    run: async (tx, operator, { finding: id, how }) => {
      const before = await lockOpenFinding(tx, id);
      if (!before) throw new CannotDo(NONE_OPEN(id));
      const after = await endFinding(tx, before.id, { by: operator.name, how });
      return { data: after, before, after };
    },
  }),
};
