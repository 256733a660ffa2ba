import { SERVICE } from '@krapao/contract/money/limits.ts';
import type { Reply } from '../platform/api.ts';
import { serverNow } from '../platform/server-clock.ts';
import { readStored, writeStored } from '../platform/storage.ts';
import { createStore } from '../platform/store.ts';

type Entry = Reply<'POST /api/statement'>['statements'][number];
type Step = NonNullable<Entry['step']>;

/** How a deposit, or a withdrawal to the bank, ended; or money that the service gave as a correction. */
export type Outcome = Pick<Entry, 'id' | 'amount' | 'status' | 'reason'> & {
  /** A withdrawal that was paid and comes back after all has another key: it is told again. */
  key: string;
  /** Of a withdrawal. */
  step?: Step;
  isCorrection?: true;
  at: string;
};

/** What this browser has told a member: keys of outcomes. `read` ones are no longer on home. */
type Told = { member: string; toasted: readonly string[]; read: readonly string[] };

const TOLD_FOR_MS = 7 * 24 * 60 * 60_000;

/** Null while the movement goes on, and for money that the service took as a correction. */
export function outcomeOf(entry: Entry): Outcome | null {
  const { id, amount, status, statementType, from, step, reason, endedAt, createdAt } = entry;
  if (status === 'PROCESSING') return null;
  if (statementType === 'withdraw' && !step) return null;
  return {
    id,
    amount,
    status,
    ...(step && { step }),
    ...(from === SERVICE && { isCorrection: true }),
    ...(reason && { reason }),
    key: `${id}/${reason ?? step ?? status}`,
    at: endedAt ?? createdAt,
  };
}

/**
 * Which outcomes a toast has to tell now, and what is told afterwards. The member who cancels is told at once. A browser that looks for the first time tells
 * nothing by toast, and of its rows only withdrawals: a member sees that a deposit is there, but waits for a payout.
 */
export function tell(told: Told | null, member: string, outcomes: readonly Outcome[], inSight: number | null) {
  const keys = outcomes.map(({ key }) => key);
  if (told?.member !== member) {
    const read = outcomes.filter(({ step }) => !step).map(({ key }) => key);
    return { toasts: [], told: { member, toasted: keys, read } };
  }
  const untold = outcomes.filter(({ key, step }) => !told.toasted.includes(key) && step !== 'CANCELLED');
  const isInSight = ({ step, isCorrection, status, amount }: Outcome) =>
    !step && !isCorrection && status === 'SUCCESS' && amount === inSight;
  const seen = untold.filter(isInSight).map(({ key }) => key);
  const read = [...told.read, ...seen].filter((key) => keys.includes(key));
  return { toasts: untold.filter((outcome) => !isInSight(outcome)), told: { member, toasted: keys, read } };
}

const hasFailed = ({ status, step }: Outcome) => status === 'FAILED' && step !== 'CANCELLED';
const failedFirst = (a: Outcome, b: Outcome) => Number(hasFailed(b)) - Number(hasFailed(a));

/** What is on home: what failed, then what succeeded or was cancelled, each newest first. */
export function rowsOf(told: Told | null, member: string, outcomes: readonly Outcome[], now = serverNow()): Outcome[] {
  if (told?.member !== member) return [];
  return outcomes
    .filter(({ key, at }) => !told.read.includes(key) && Date.parse(at) > now - TOLD_FOR_MS)
    .toSorted(failedFirst);
}

/** Of the toast: a withdrawal that comes back has lost nothing, and red is left to a deposit that failed. */
export function toneOf({ status, step }: Outcome) {
  if (status === 'SUCCESS') return 'success';
  return step ? 'info' : 'error';
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
