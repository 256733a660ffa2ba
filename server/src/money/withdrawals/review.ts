import type { Currency, Minor } from '@krapao/contract/money.ts';

/** What is known of a member at the moment at which a withdrawal is judged. Sums do not count the withdrawal itself. */
export type ReviewFacts = {
  amount: Minor;
  /** Asked for within the last 24 hours, and within the days of `timesPaidIn`, and neither cancelled nor given back. */
  inADay: Minor;
  inDays: Minor;
  /** Paid in by the member, ever. */
  paidIn: Minor;
  /**
   * Deposits less withdrawals when the largest win of the days of `timesPaidIn` was booked. Without a win: deposits less
   * withdrawals of before these days.
   */
  paidInBefore: Minor;
  /** A game told a large win within the hours in which that counts. */
  hasLargeResult: boolean;
  /**
   * A reward was met, within the hours in which a large win counts, by wins of which less than half has come home from the games:
   * a game may have told what was never won.
   */
  hasUnseenWins: boolean;
  /**
   * A reward was met, in the same time, at least by half with wins at a game that had told as much as lost within the hour before
   * the grant: the game may have hidden that money.
   */
  hasLossesBack: boolean;
  /** Another bank account, within the hours in which that counts, although money had been paid before, credited or not. */
  hasNewBank: boolean;
  /** Asked for within the hours in which a new password counts; null: no password was set in them. */
  sincePassword: Minor | null;
  /** A password was set after the money was set aside. */
  isPasswordNewer: boolean;
  /** A deposit of the last 24 hours whose coins were spent, and upon which next to nothing was won or lost. */
  hasCoinsWithoutPlay: boolean;
  /** Why the member is flagged, and by which operator; null: by the product. */
  flags: { reason: string; by: string | null }[];
  /** The payments whose credit is disputed. */
  disputed: bigint[];
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
  const { amount, inADay, inDays, paidIn, sincePassword, flags, disputed } = facts;
  const before = facts.paidInBefore > 0n ? facts.paidInBefore : 0n;
  const reasons: [boolean, string][] = [
    [amount > rules.over[currency], 'a large amount'],
    [amount + inADay > rules.overADay[currency], 'much in 24 hours'],
    [rules.nothingPaidIn && paidIn <= 0n, 'nothing was ever paid in'],
    [paidIn > 0n && amount + inDays > BigInt(rules.timesPaidIn) * before, 'many times what was paid in'],
    [facts.hasLargeResult, 'a large win lately'],
    [facts.hasUnseenWins, 'a reward met by wins that did not come home'],
    [facts.hasLossesBack, 'a reward met by money lost just before it'],
    [facts.hasNewBank, 'a new bank account'],
    [sincePassword !== null && amount + sincePassword > rules.newPasswordOver[currency], 'a new password'],
    [facts.hasCoinsWithoutPlay, 'coins without play'],
    [facts.isOwing, 'a debt'],
    [facts.isStopped, 'stopped by an operator'],
  ];
  const standing = reasons.flatMap(([applies, reason]) => (applies ? [reason] : []));
  return [
    ...standing,
    ...disputed.map((payment) => `${DISPUTE} ${payment}`),
    ...flags.map(({ reason, by }) => (by === null ? `flag: ${reason}` : `${FLAG_OF} ${by}: ${reason}`)),
  ];
}

const DISPUTE = 'a disputed deposit: payment';
const FLAG_OF = 'flag by';

/** Whether what sent a withdrawal to review is an operator's flag or a dispute: two operators decide then. */
export function takesTwo(reasons: string[]): boolean {
  return reasons.some((reason) => reason.startsWith(DISPUTE) || reason.startsWith(FLAG_OF));
}

/**
 * The same, once more, when a held withdrawal is about to leave. What was asked for in all was judged when it was held:
 * what came later was judged itself, and does not count against what came before. A password that was set since then was
 * not known: all that was asked for counts.
 */
export function reasonsSinceHeld(facts: ReviewFacts, rules: ReviewRules, currency: Currency): string[] {
  const sincePassword = facts.sincePassword === null || facts.isPasswordNewer ? facts.sincePassword : 0n;
  return reasonsToCheck({ ...facts, inADay: 0n, inDays: 0n, sincePassword }, rules, currency);
}
