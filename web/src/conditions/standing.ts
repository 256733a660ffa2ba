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
  // Both ends are whole minor units: the upper one is rounded up, the lower one down.
  const yoursAt = (start * hundredthsOf(condition.success) + WHOLE - 1n) / WHOLE;
  const endsAt = (start * hundredthsOf(condition.fail)) / WHOLE;
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

function hundredthsOf(percent: number): bigint {
  return BigInt(Math.round(percent * 100));
}

function placeOf(minor: Minor, from: Minor, to: Minor): number {
  if (minor >= to) return 1;
  if (minor <= from) return 0;
  return Number(((minor - from) * 1_000n) / (to - from)) / 1_000;
}
