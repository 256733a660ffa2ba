import { expect, test } from 'vitest';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import { daysOf, linesOf } from './lines.ts';

const entry = (createdAt: string) => ({ id: createdAt, createdAt }) as StatementEntry;
const told = (entries: string[], results: string[]) =>
  linesOf(
    entries.map(entry),
    results.map((day) => ({ day, game: 'pg', amount: 1 })),
  ).map((line) => line.entry?.createdAt ?? line.result?.day);

test('a day’s results stand before the entries of the day in Bangkok, and after those of the next', () => {
  const [next, midnight, late, old] = [
    '2026-11-15T03:00:00Z',
    '2026-11-14T17:00:00Z',
    '2026-11-14T16:59:59Z',
    '2026-11-10T00:00:00Z',
  ] as const;
  expect(
    told([next, midnight, late, old], ['2026-11-16', '2026-11-15', '2026-11-14', '2026-11-12', '2026-11-01']),
  ).toEqual(['2026-11-16', '2026-11-15', next, midnight, '2026-11-14', late, '2026-11-12', old, '2026-11-01']);
});

test('results are shown also where there are no entries, and entries where there are no results', () => {
  expect(told([], ['2026-11-15'])).toEqual(['2026-11-15']);
  expect(told(['2026-11-15T03:00:00Z'], [])).toEqual(['2026-11-15T03:00:00Z']);
});

test('lines stand under their day in Bangkok with the day’s sums, and a day of results alone has no sums', () => {
  const [late, early] = ['2026-11-14T17:00:00Z', '2026-11-14T16:59:59Z'];
  const result = { day: '2026-11-10', game: 'pg', amount: 1 };
  const sums = { day: '2026-11-14', in: 5, out: 2 };
  expect(daysOf(linesOf([entry(late), entry(early)], [result]), [sums])).toEqual([
    { day: '2026-11-15', sums: undefined, lines: [{ entry: entry(late) }] },
    { day: '2026-11-14', sums, lines: [{ entry: entry(early) }] },
    { day: '2026-11-10', sums: undefined, lines: [{ result }] },
  ]);
});
