import type { WITHDRAWAL_STEPS } from '@krapao/contract/money/limits.ts';
import { type Currency, type Minor, parseMoney } from '@krapao/contract/money.ts';

type MovementKind = 'deposit' | 'withdraw';
type Status = 'PROCESSING' | 'SUCCESS' | 'FAILED';
type Step = (typeof WITHDRAWAL_STEPS)[number];
/** Of a deposit: `READING` is a slip that is being read, so that its amount is not known. */
type DepositState = Status | 'READING';

/** A deposit or a withdrawal. `state`: the step of a withdrawal, or how far a deposit is. */
export type Movement = { state: DepositState | Step; amount: Minor | null; currency: Currency; at: Date };
export type AskedMovements = (memberId: string, kind: MovementKind, amounts: readonly Minor[]) => Promise<Movement[]>;

type Found = { status: Status; step?: Step; amount: Minor | null; created_at: Date };

/** What the slices of deposits and withdrawals tell the bot: all that goes on, and the newest of what is over. */
export type MovementSources = {
  currencyOf: (memberId: string) => Promise<Currency>;
  recentEntries: (memberId: string, kind: MovementKind) => Promise<Found[]>;
  recentSlips: (memberId: string) => Promise<Found[]>;
};

/**
 * The member's movements that go on, oldest first, and then the last one that is over. Where the member names the amount
 * of one, only those of that amount.
 */
export function askedMovements({ currencyOf, recentEntries, recentSlips }: MovementSources): AskedMovements {
  return async (memberId, kind, amounts) => {
    const currency = await currencyOf(memberId);
    const entries = await recentEntries(memberId, kind);
    // A deposit may so far be only a slip that is still being read. A slip that succeeded has an entry as well.
    const slips = kind === 'deposit' ? (await recentSlips(memberId)).filter(({ status }) => status !== 'SUCCESS') : [];
    const all = [...entries, ...slips].toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
    const named = all.filter(({ amount }) => amount !== null && amounts.includes(amount));
    const asked = named.length > 0 ? named : all;
    const open = asked.filter(({ status }) => status === 'PROCESSING');
    const over = asked.filter(({ status }) => status !== 'PROCESSING').slice(-1);
    return [...open, ...over].map(({ status, step, amount, created_at }) => ({
      ...{ state: step ?? stateOf(status, amount), amount, currency, at: created_at },
    }));
  };
}

const stateOf = (status: Status, amount: Minor | null): DepositState =>
  status === 'PROCESSING' && amount === null ? 'READING' : status;

/** The first of ten digits in Thai and in Lao writing. */
const ZEROS = [0x0e50, 0x0ed0];
const DIGIT = /[\u0e50-\u0e59\u0ed0-\u0ed9]/g;
/** No part of a date or a time, and no phone number. */
const AMOUNT = /(?<![\d/:])(?!0\d)\d[\d,]*(?:\.\d+)?(?![\d/:])/g;

/** The amounts in a message: 25000, 25,000.00, ๒๕๐๐๐, ໒໕,໐໐໐. */
export function amountsIn(text: string): Minor[] {
  const plain = text.replace(DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
  });
  const amounts = [...plain.matchAll(AMOUNT)].map(([figures]) => parseMoney(figures.replaceAll(',', '')));
  return amounts.filter((amount) => amount !== null && amount > 0n) as Minor[];
}
