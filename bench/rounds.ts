import { setTimeout as delay } from 'node:timers/promises';
import { processorGiven, stolenSince } from './processor.ts';

/** A round says little if the machine's host kept more of the processor back than this. */
const MOST_STOLEN = 0.1;
/** Where the host is busy all day, a round is kept all the same in the end. */
const TRIES = 4;
const QUIET_MS = 2_000;
const PATIENCE_MS = 60_000;

/** The results of so many rounds. A round that the host disturbed is measured again, a few times. */
export async function inQuietRounds<T>(count: number, measure: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 1; round <= count; round++) results.push(await tryRound(() => measure(round)));
  return results;
}

async function tryRound<T>(measure: () => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    await untilQuiet();
    const before = processorGiven();
    const result = await measure();
    const stolen = stolenSince(before);
    if (stolen <= MOST_STOLEN || left === 0) return result;
    console.log(`the host kept ${(100 * stolen).toFixed(0)} % of the processor back: once more`);
  }
}

async function untilQuiet(): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const before = processorGiven();
    await delay(QUIET_MS);
    if (stolenSince(before) <= MOST_STOLEN) return;
  }
}
