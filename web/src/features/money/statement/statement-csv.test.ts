import { expect, test } from 'vitest';
import { type Translate, translate } from '../../../i18n/dictionary.ts';
import en from '../../../i18n/en.json' with { type: 'json' };
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import { fileName, statementCsv } from './statement-csv.ts';

const t: Translate = (key, ...values: [Record<string, string | number>?]) => translate(en[key], values[0]);
const ID = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';

function lineOf(parts: Partial<StatementEntry>): string | undefined {
  const entry: StatementEntry = {
    id: ID,
    statementType: 'withdraw',
    status: 'PROCESSING',
    from: 'wallet',
    to: 'SCB',
    amount: 2_000,
    createdAt: new Date(2026, 10, 15, 9, 5, 1).toISOString(),
    balanceAfter: null,
    ...parts,
  };
  return statementCsv([{ entry }], t, { games: [], currency: 'BAHT' }).split('\r\n')[1];
}

test('a line says what the screen says, with a figure that can be summed up', () => {
  expect(lineOf({})).toBe(`15/11/2026 09:05:01,Withdraw,Withdrawal to SCB,,In progress,-2000.00,,baht,${ID}`);
  expect(lineOf({ balanceAfter: 1234.5 })).toContain(',-2000.00,1234.50,baht,');
});

test.each([
  [0, 'SUCCESS', 'wallet', 'Bonus: condition met,NEW100,Success,0.00'],
  [0, 'FAILED', 'wallet', 'Bonus: condition ended,NEW100,Ended,0.00'],
  [-120.5, 'SUCCESS', 'bonus', 'Bonus cancelled,NEW100,Taken back,-120.50'],
  [0, 'SUCCESS', 'bonus', 'Bonus cancelled,NEW100,Ended,0.00'],
] as const)(
  'an end of a bonus with %d, %s, to %s is told as on the screen, never as a failure',
  (amount, status, to, told) => {
    const line = lineOf({ statementType: 'finish_bonus', status, to, amount, bonus: { description: 'NEW100' } });
    expect(line).toBe(`15/11/2026 09:05:01,Bonus end,${told},,baht,${ID}`);
  },
);

test.each([
  [-1234.5, '-1234.50'],
  [20, '20.00'],
])('a result of %d at a game is a line of its own, with its day', (amount, figure) => {
  const result = { day: '2026-11-15', game: 'pg', amount };
  const csv = statementCsv([{ result }], t, { games: [{ code: 'pg', name: 'PG Soft' }], currency: 'LAK' });
  expect(csv.split('\r\n')[1]).toBe(`15/11/2026,Game results,Results in PG Soft,,,${figure},,kip,`);
});

test('what an operator wrote cannot run as a formula', () => {
  const bonus = { description: '=HYPERLINK("http://evil.example")' };
  expect(lineOf({ statementType: 'bonus', status: 'SUCCESS', amount: 50, bonus })).toBe(
    `15/11/2026 09:05:01,Bonus,Bonus,"'=HYPERLINK(""http://evil.example"")",Success,50.00,,baht,${ID}`,
  );
});

test.each([
  ['2026-11-01', '2026-11-14', 'statement_2026-11-01_2026-11-14.csv'],
  ['2026-11-01', '', 'statement_2026-11-01_2026-11-15.csv'],
  ['', '', 'statement_2026-11-15.csv'],
])('from %j to %j the file is called %s', (from, to, name) => {
  expect(fileName({ type: null, from, to }, '2026-11-15')).toBe(name);
});
