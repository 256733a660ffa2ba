import { clockInBangkok } from '@krapao/contract/days.ts';

const MINUTE_MS = 60_000;

/** 14:05 by the clocks of Bangkok and Vientiane; a minute that has begun counts whole, so that the promise is kept. */
export function backByClock(backBy: string): string {
  return clockInBangkok(new Date(Math.ceil(Date.parse(backBy) / MINUTE_MS) * MINUTE_MS));
}
