import type { Reply } from '../platform/api.ts';
import { serverNow } from '../platform/server-clock.ts';
import { readStored, writeStored } from '../platform/storage.ts';
import { createStore } from '../platform/store.ts';

type Entry = Reply<'POST /api/statement'>['statements'][number];
type Step = NonNullable<Entry['step']>;

/** How a deposit, or a withdrawal to the bank, ended. */
export type Outcome = Pick<Entry, 'id' | 'amount' | 'status' | 'reason'> & {
  /** A withdrawal that was paid and comes back after all has another key: it is told again. */
  key: string;
  /** Of a withdrawal. */
  step?: Step;
  at: string;
};

/** What this browser has told a member: keys of outcomes. `read` ones are no longer on home. */
type Told = { member: string; toasted: readonly string[]; read: readonly string[] };

const TOLD_FOR_MS = 7 * 24 * 60 * 60_000;

/** Null while the movement goes on, where the member ended it, and for an operator's correction. */
export function outcomeOf(entry: Entry): Outcome | null {
  const { id, amount, status, statementType, step, reason, endedAt, createdAt } = entry;
  if (status === 'PROCESSING' || step === 'CANCELLED') return null;
  if (statementType === 'withdraw' && !step) return null;
  return {
    id,
    amount,
    status,
    ...(step && { step }),
    ...(reason && { reason }),
    key: `${id}/${reason ?? step ?? status}`,
    at: endedAt ?? createdAt,
  };
}

/**
 * Which outcomes a toast has to tell now, and what is told afterwards. A browser that looks for the first time tells
 * nothing by toast, and of its rows only withdrawals: a member sees that a deposit is there, but waits for a payout.
 */
export function tell(told: Told | null, member: string, outcomes: readonly Outcome[], inSight: number | null) {
  const keys = outcomes.map(({ key }) => key);
  if (told?.member !== member) {
    const read = outcomes.filter(({ step }) => !step).map(({ key }) => key);
    return { toasts: [], told: { member, toasted: keys, read } };
  }
  const untold = outcomes.filter(({ key }) => !told.toasted.includes(key));
  const isInSight = ({ step, status, amount }: Outcome) => !step && status === 'SUCCESS' && amount === inSight;
  const seen = untold.filter(isInSight).map(({ key }) => key);
  const read = [...told.read, ...seen].filter((key) => keys.includes(key));
  return { toasts: untold.filter((outcome) => !isInSight(outcome)), told: { member, toasted: keys, read } };
}

const failedFirst = (a: Outcome, b: Outcome) => Number(a.status === 'SUCCESS') - Number(b.status === 'SUCCESS');

/** What is on home: what failed, then what succeeded, each newest first. */
export function rowsOf(told: Told | null, member: string, outcomes: readonly Outcome[], now = serverNow()): Outcome[] {
  if (told?.member !== member) return [];
  return outcomes
    .filter(({ key, at }) => !told.read.includes(key) && Date.parse(at) > now - TOLD_FOR_MS)
    .toSorted(failedFirst);
}

/** The amount of a QR code that the member is looking at: the sheet says when it is paid. */
export const depositInSight = createStore<number | null>(null);

const store = createStore<Told | null>(readTold());
export const useTold = store.use;

/** Read from the browser each time: another tab may have told meanwhile. */
function readTold(): Told | null {
  try {
    return JSON.parse(readStored('outcomes') ?? 'null') as Told | null;
  } catch {
    return null;
  }
}

function keep(told: Told): void {
  writeStored('outcomes', JSON.stringify(told));
  store.set(told);
}

/** The outcomes to tell by toast; whoever takes them tells them. */
export function takeUntold(member: string, outcomes: readonly Outcome[]): Outcome[] {
  const { toasts, told } = tell(readTold(), member, outcomes, depositInSight.get());
  keep(told);
  return toasts;
}

export function markRead({ key }: Outcome): void {
  const told = readTold();
  if (told) keep({ ...told, read: [...told.read, key] });
}
