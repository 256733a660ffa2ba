import { setTimeout as delay } from 'node:timers/promises';

const LOOK_AGAIN_MS = 50;

/** Fifty calls at once under one key get one answer; more than these are told at once that the first is in progress. */
const MOST_WAITING = 60;

/** One look for all calls of this node that wait for the answer to one key. */
type Waiter = { waiting: number; outcome: Promise<unknown> };

const waiters = new Map<string, Waiter>();

/**
 * Waits until `look` finds an outcome, together with all who wait under this name: one of them looks, however many there
 * are. Answers `in-progress` after `patienceMs`, or at once where too many wait.
 */
export async function waitTogether<T>(
  name: string,
  look: () => Promise<T | 'in-progress'>,
  patienceMs: number,
): Promise<T | 'in-progress'> {
  const waiter = waiters.get(name) ?? beginWaiting(name, look);
  if (waiter.waiting >= MOST_WAITING) return 'in-progress';
  waiter.waiting += 1;
  const patience = new AbortController();
  const { signal } = patience;
  try {
    const timeUp = delay(patienceMs, 'in-progress' as const, { signal }).catch(() => 'in-progress' as const);
    return (await Promise.race([waiter.outcome, timeUp])) as T | 'in-progress';
  } finally {
    patience.abort();
    waiter.waiting -= 1;
  }
}

function beginWaiting<T>(name: string, look: () => Promise<T | 'in-progress'>): Waiter {
  const waiter: Waiter = { waiting: 0, outcome: Promise.resolve() };
  const lookAgain = async () => {
    let found: T | 'in-progress' = 'in-progress';
    do {
      await delay(LOOK_AGAIN_MS);
      found = await look();
    } while (found === 'in-progress' && waiter.waiting > 0);
    return found;
  };
  waiter.outcome = lookAgain().finally(() => waiters.delete(name));
  // Whoever still waits is told of a failure.
  waiter.outcome.catch(() => {});
  waiters.set(name, waiter);
  return waiter;
}
