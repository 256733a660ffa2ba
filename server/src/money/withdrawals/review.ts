import type { Currency, Minor } from '@krapao/contract/money.ts';

/** What is known of a member at the moment at which a withdrawal is judged. Sums do not count the withdrawal itself. */
export type ReviewFacts = {
  amount: Minor;
  /** Asked for within the last 24 hours, and within the days of `timesPaidIn`, and neither cancelled nor given back. */
  inADay: Minor;
  inDays: Minor;
  /** Paid in by the member, ever. */
  paidIn: Minor;
  /** A game told a large win within the hours in which that counts. */
  hasLargeResult: boolean;
  /** Another bank account, within the hours in which that counts, although money had been paid in before. */
  hasNewBank: boolean;
  /** Asked for since a new password, within the hours in which that counts; null: there is none. */
  sincePassword: Minor | null;
  /** Why the member is flagged. */
  flags: string[];
  isDisputed: boolean;
  isOwing: boolean;
  /** An operator has stopped the withdrawal. */
  isStopped: boolean;
};

type Amounts = Record<Currency, Minor>;

export type ReviewRules = {
  over: Amounts;
  overADay: Amounts;
  timesPaidIn: number;
  timesPaidInDays: number;
  nothingPaidIn: boolean;
  largeResultHours: number;
  newBankHours: number;
  newPasswordHours: number;
  newPasswordOver: Amounts;
};

/** Why an operator has to look at the withdrawal before it is paid; empty: it goes by itself. */
export function reasonsToCheck(facts: ReviewFacts, rules: ReviewRules, currency: Currency): string[] {
  const { amount, inADay, inDays, paidIn, sincePassword, flags } = facts;
  const reasons: [boolean, string][] = [
    [amount > rules.over[currency], 'a large amount'],
    [amount + inADay > rules.overADay[currency], 'much in 24 hours'],
    [rules.nothingPaidIn && paidIn <= 0n, 'nothing was ever paid in'],
    [paidIn > 0n && amount + inDays > BigInt(rules.timesPaidIn) * paidIn, 'many times what was paid in'],
    [facts.hasLargeResult, 'a large win lately'],
    [facts.hasNewBank, 'a new bank account'],
    [sincePassword !== null && amount + sincePassword > rules.newPasswordOver[currency], 'a new password'],
    [facts.isDisputed, 'a disputed deposit'],
    [facts.isOwing, 'a debt'],
    [facts.isStopped, 'stopped by an operator'],
  ];
  const standing = reasons.flatMap(([applies, reason]) => (applies ? [reason] : []));
  return [...standing, ...flags.map((flag) => `flag: ${flag}`)];
}

/**
 * The same, once more, when a held withdrawal is about to leave. What was asked for in all was judged when it was held:
 * what came later was judged itself, and does not count against what came before.
 */
export function reasonsSinceHeld(facts: ReviewFacts, rules: ReviewRules, currency: Currency): string[] {
  const sincePassword = facts.sincePassword === null ? null : 0n;
  return reasonsToCheck({ ...facts, inADay: 0n, inDays: 0n, sincePassword }, rules, currency);
}
