import type { Transaction } from '../../../platform/database.ts';
import { LINES } from '../ingest/payment-report.ts';
import { type EqualPayment, equalPayments, type Payment } from '../ingest/payments.queries.ts';
import { senderOf } from './candidates.ts';
import { canBeSameSender, isSameSender, type Sender } from './match-sender.ts';
import { findSender } from './senders.queries.ts';

/**
 * Payments by QR code whose line has not come, and lines that name no code: each of these lines may be the line of one of
 * these codes. `n` payments by code and lines, of which at most `m` can be paired, are at least `n − m` payments: so
 * many are credited, and never more, whichever of the pairs are true.
 */
export type LinesAndCodes = {
  /** The payment by code that the line is kept for; null: for none. */
  keptFor: Payment | null;
  /** Whether the line shows the maker, or the payer, of that code, and there are more lines than codes. */
  isLineOfCode: boolean;
  /** Whether one more of them can be credited. */
  hasRoom: boolean;
  /** The line that may be the one of this payment by code. */
  line: Payment | null;
};

/** Payments that are further apart belong to no chain of equal payments that anybody would make. */
const LONGEST_CHAIN_MINUTES = 12 * 60;

export const isLine = ({ qrcode_id, reported_by }: Payment) =>
  qrcode_id === null && reported_by.some((channel) => LINES.includes(channel));
const hasNoLine = ({ qrcode_id, reported_by }: Payment) =>
  qrcode_id !== null && !reported_by.some((channel) => LINES.includes(channel));
const isSpent = ({ member_id, closed_at }: Payment) => member_id !== null || closed_at !== null;
/** A code that is told twice under two references is perhaps one payment. */
const isCertain = ({ possible_duplicate_of }: Payment) => possible_duplicate_of === null;

/** Null where no line and no code can be meant by each other. */
export async function linesAndCodes(tx: Transaction, payment: Payment, minutes: number): Promise<LinesAndCodes | null> {
  if (!isLine(payment) && !hasNoLine(payment)) return null;
  const canPair = (line: Payment, code: Payment) =>
    Math.abs(line.paid_at.getTime() - code.paid_at.getTime()) <= minutes * 60_000 &&
    canBeSameSender(senderOf(line), senderOf(code));
  const isOther = (one: Payment) =>
    isLine(payment) ? hasNoLine(one) && canPair(payment, one) : isPlainLine(one) && canPair(one, payment);
  if (!(await equalPayments(tx, payment, minutes)).some(isOther)) return null;

  const equal = await equalPayments(tx, payment, LONGEST_CHAIN_MINUTES);
  const { lines, codes } = chainOf(payment, equal.filter(isPlainLine), equal.filter(hasNoLine), canPair);
  const makers = await makersOf(tx, codes);
  const isShown = (line: Payment, code: Payment) =>
    [makers.get(code.id), senderOf(code)].some((sender) => sender && isSameSender(senderOf(line), sender));
  const waitingFirst = lines.toSorted((one, other) => Number(isSpent(one)) - Number(isSpent(other)));
  const possible = (code: Payment) => waitingFirst.filter((line) => canPair(line, code));
  const shown = (code: Payment) => possible(code).filter((line) => isShown(line, code));
  const certain = codes.filter(isCertain);
  const spent = [...lines, ...certain].filter(isSpent).length;
  const room = lines.length + certain.length - pair(certain, [shown, possible]).size;
  const kept = pair(codes, [shown, possible]);
  const keptFor = kept.get(payment.id) ?? null;
  return {
    keptFor,
    isLineOfCode: keptFor !== null && lines.length > codes.length && isShown(payment, keptFor),
    hasRoom: spent < room,
    line: lines.find((line) => hasNoLine(payment) && canPair(line, payment)) ?? null,
  };
}

/** A line that is perhaps another, told again, is not counted. */
const isPlainLine = (one: Payment) => isLine(one) && isCertain(one);

type CanPair = (line: Payment, code: Payment) => boolean;

/** The lines and codes that hang together with the payment: a line with each code that it may be of, and so on. */
function chainOf<Row extends Payment>(payment: Payment, lines: Row[], codes: Row[], canPair: CanPair) {
  const chain = new Set([payment.id]);
  for (let before = 0; before < chain.size; ) {
    before = chain.size;
    for (const line of lines)
      for (const code of codes)
        if (canPair(line, code) && (chain.has(line.id) || chain.has(code.id))) chain.add(line.id).add(code.id);
  }
  return { lines: lines.filter(({ id }) => chain.has(id)), codes: codes.filter(({ id }) => chain.has(id)) };
}

type Choices = (code: Payment) => Payment[];

/**
 * As many codes as possible have a line each, by the first choices and then by the next ones. Answers the code of each
 * line that is taken.
 */
function pair(codes: Payment[], rounds: Choices[]): Map<bigint, Payment> {
  const taken = new Map<bigint, Payment>();
  const take = (code: Payment, choices: Choices, tried: Set<bigint>): boolean => {
    const lines = choices(code).filter(({ id }) => !tried.has(id));
    const free = lines.find(({ id }) => !taken.has(id));
    if (free) taken.set(free.id, code);
    if (free) return true;
    for (const { id } of lines) {
      tried.add(id);
      const other = taken.get(id);
      // The code that has the line may have another line instead.
      if (!other || !take(other, choices, tried)) continue;
      taken.set(id, code);
      return true;
    }
    return false;
  };
  for (const choices of rounds)
    for (const code of codes) if (![...taken.values()].includes(code)) take(code, choices, new Set());
  return taken;
}

async function makersOf(tx: Transaction, codes: EqualPayment[]): Promise<Map<bigint, Sender>> {
  const makers = new Map<bigint, Sender>();
  for (const { id, currency, code_maker } of codes) {
    const maker = code_maker === null ? null : await findSender(tx, code_maker, currency);
    if (maker) makers.set(id, { bank: maker.bank_code, account: maker.bank_account_no, name: maker.bank_account_name });
  }
  return makers;
}
