import { MAIN_WALLET, TRANSFER_MINIMUM } from '@krapao/contract/money/limits.ts';
import { type Currency, type Minor, parseMoney } from '@krapao/contract/money.ts';

export const MINIMUM: Minor = BigInt(TRANSFER_MINIMUM) * 100n;

export const QUICK_PICKS: Record<Currency, readonly number[]> = {
  BAHT: [100, 300, 500, 1_000],
  LAK: [20_000, 60_000, 100_000, 200_000],
};

export type TransferDraft = { from: string; to: string; amount: string };
export type TransferProblem = 'CHOOSE_FROM' | 'CHOOSE_TO' | 'SAME' | 'AMOUNT' | 'MINIMUM' | 'NOT_ENOUGH';
export type TransferProblems = Partial<Record<keyof TransferDraft, TransferProblem>>;

/** One rule for every form: its button waits until something is typed, and then says what is wrong with it. */
export function isAmountMissing(text: string): boolean {
  return text.trim() === '';
}

/** `available` is unknown until a source is chosen. */
export function amountProblem(amount: Minor | null, available: Minor | undefined): TransferProblem | null {
  if (amount === null) return 'AMOUNT';
  if (amount < MINIMUM) return 'MINIMUM';
  if (available !== undefined && amount > available) return 'NOT_ENOUGH';
  return null;
}

export function transferProblems(draft: TransferDraft, available: Minor | undefined): TransferProblems {
  const amount = amountProblem(parseMoney(draft.amount), available);
  const to = placeProblem(draft);
  return {
    ...(draft.from === '' && { from: 'CHOOSE_FROM' }),
    ...(to && { to }),
    ...(amount && { amount }),
  };
}

function placeProblem({ from, to }: TransferDraft): TransferProblem | null {
  if (to === '') return 'CHOOSE_TO';
  return from === to ? 'SAME' : null;
}

/** Whether several games have a part in a transfer, so that a refusal may come after a part was moved. */
export function mayMovePart({ from, to }: { from: string; to: string }): boolean {
  return from === 'all' || (from !== MAIN_WALLET && to !== MAIN_WALLET);
}

/** Before playing, nothing, zero or less means: just open the game. `null` is no amount at all. */
export function playAmount(text: string): Minor | null {
  const typed = text.trim();
  if (typed === '') return 0n;
  const isNegative = /^[-−]/.test(typed);
  const amount = parseMoney(typed.replace(/^[-−]/, ''));
  return isNegative && amount !== null ? 0n : amount;
}
