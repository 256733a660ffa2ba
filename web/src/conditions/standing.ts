import { addWireMoney, type Minor } from '@krapao/contract/money.ts';
import type { RunningCondition } from './condition.queries.ts';

type Figures = Pick<RunningCondition, 'credit' | 'start' | 'total' | 'success' | 'fail'>;
export type Standing = ReturnType<typeof standingOf>;

/** A hundred percent, in hundredths of a percent. */
const WHOLE = 10_000n;

/** Where a condition stands between its two ends: in money, and as places on a line from 0 to 1. */
export function standingOf(condition: Figures) {
  const start = addWireMoney([condition.start]);
  const total = addWireMoney([condition.total]);
  const { yoursAt, endsAt } = endsOf(start, condition);
  return {
    credit: addWireMoney([condition.credit]),
    start,
    total,
    endsAt,
    yoursAt,
    toGo: yoursAt > total ? yoursAt - total : 0n,
    startPlace: placeOf(start, endsAt, yoursAt),
    totalPlace: placeOf(total, endsAt, yoursAt),
  };
}

/** Both ends are whole minor units: the upper one is rounded up, the lower one down. */
export function endsOf(start: Minor, { success, fail }: Pick<Figures, 'success' | 'fail'>) {
  return {
    yoursAt: (start * hundredthsOf(success) + WHOLE - 1n) / WHOLE,
    endsAt: (start * hundredthsOf(fail)) / WHOLE,
  };
}

function hundredthsOf(percent: number): bigint {
  return BigInt(Math.round(percent * 100));
}

function placeOf(minor: Minor, from: Minor, to: Minor): number {
  if (minor >= to) return 1;
  if (minor <= from) return 0;
  return Number(((minor - from) * 1_000n) / (to - from)) / 1_000;
}
