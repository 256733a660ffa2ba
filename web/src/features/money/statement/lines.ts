import { dayInBangkok } from '@krapao/contract/days.ts';
import type { DayResult, StatementEntry } from '../../../wallet/movements.queries.ts';
import type { DaySums } from './statement.queries.ts';

/** A line of the statement: an entry, or what was won or lost at a game on a day. */
export type Line = { entry: StatementEntry; result?: never } | { result: DayResult; entry?: never };

/** Newest first. A day's results stand before the entries of the day. */
export function linesOf(entries: readonly StatementEntry[], results: readonly DayResult[] = []): Line[] {
  const left = [...results];
  const lines: Line[] = [];
  for (const entry of entries) {
    const day = dayInBangkok(new Date(entry.createdAt));
    const older = left.findIndex((result) => result.day < day);
    const here = left.splice(0, older < 0 ? left.length : older);
    lines.push(...here.map((result) => ({ result })), { entry });
  }
  return [...lines, ...left.map((result) => ({ result }))];
}

export type Day = { day: string; sums: DaySums | undefined; lines: Line[] };

/** The lines under the day in Bangkok to which they belong. */
export function daysOf(lines: readonly Line[], sums: readonly DaySums[]): Day[] {
  const days = Map.groupBy(lines, ({ entry, result }) =>
    entry ? dayInBangkok(new Date(entry.createdAt)) : result.day,
  );
  return [...days].map(([day, own]) => ({ day, lines: own, sums: sums.find((sum) => sum.day === day) }));
}

export function keyOf({ entry, result }: Line): string {
  return entry ? entry.id : `${result.day} ${result.game}`;
}
