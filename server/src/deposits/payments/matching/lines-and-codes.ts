import type { Transaction } from '../../../platform/database.ts';
import { LINES } from '../ingest/payment-report.ts';
import {
  canBeOneTime,
  type EqualPayment,
  equalPayments,
  LONGEST_APART_MINUTES,
  type Payment,
  tellsLinesOfCodes,
} from '../ingest/payments.queries.ts';
import { senderOf } from './candidates.ts';
import { canBeSameSender, isSameSender, type Sender } from './match-sender.ts';

/**
 * Payments by QR code whose line has not come, and lines that name no code: each of these lines may be the line of one of
 * these codes. `n` payments by code and lines, of which at most `m` can be paired, are at least `n − m` payments: so
 * many are credited, and never more, whichever of the pairs are true.
 */
export type LinesAndCodes = {
  /** One of those that the payment may be the line of, or the payment by code of. */
  other: Payment;
  /**
   * Of a line, the payment by code whose maker or payer it shows; of a payment by code, the line that shows them. No other
   * line is taken for that code's.
   */
  partner: Payment | null;
  /** Whether one more of them can be credited. */
  hasRoom: boolean;
};

export const isLine = ({ qrcode_id, reported_by }: Payment) =>
  qrcode_id === null && reported_by.some((channel) => LINES.includes(channel));
const hasNoLine = ({ qrcode_id, reported_by }: Payment) =>
  qrcode_id !== null && !reported_by.some((channel) => LINES.includes(channel));
export const isSpent = ({ member_id, closed_at }: Payment) => member_id !== null || closed_at !== null;
/** A code that is told twice under two references is perhaps one payment. */
const isCertain = ({ possible_duplicate_of }: Payment) => possible_duplicate_of === null;

/** Null where no line and no code can be meant by each other. */
export async function linesAndCodes(tx: Transaction, payment: Payment, minutes: number): Promise<LinesAndCodes | null> {
  if (!isLine(payment) && !hasNoLine(payment)) return null;
  const equal = await equalPayments(tx, payment, LONGEST_APART_MINUTES);
  const overdue = await overdueCodes(tx, equal, minutes);
  const canPair = (line: Payment, code: Payment) =>
    (canBeOneTime(line, code, minutes) || (overdue.has(code.id) && line.paid_at > code.paid_at)) &&
    canBeSameSender(senderOf(line), senderOf(code));
  const isOther = (one: Payment) =>
    isLine(payment) ? hasNoLine(one) && canPair(payment, one) : isPlainLine(one) && canPair(one, payment);
  const other = equal.find(isOther);
  if (!other) return null;

  const { lines, codes, linesOf } = chainOf(payment, equal.filter(isPlainLine), equal.filter(hasNoLine), canPair);
  const linesShowing = (code: EqualPayment) => {
    const shown = [makerOf(code), senderOf(code)].filter((sender) => sender !== null);
    const showing = linesOf(code).filter((line) => shown.some((sender) => isSameSender(senderOf(line), sender)));
    return showing.toSorted((one, another) => Number(isSpent(one)) - Number(isSpent(another)));
  };
  const certain = codes.filter(isCertain);
  const shownPairs = pair(codes, linesShowing);
  const lineOfCode = lines.find(({ id }) => shownPairs.get(id)?.id === payment.id);
  const spent = [...lines, ...certain].filter(isSpent).length;
  return {
    other,
    partner: shownPairs.get(payment.id) ?? lineOfCode ?? null,
    hasRoom: spent < lines.length + certain.length - pair(certain, linesOf).size,
  };
}

/**
 * Payments by code that their bank should have listed by now: it lists such payments, and no line of their time is theirs. Any
 * later line may be one of them, also one that gives another time.
 */
async function overdueCodes(tx: Transaction, equal: Payment[], minutes: number): Promise<Set<bigint>> {
  const lines = equal.filter(isLine);
  const codes = equal.filter((code) => hasNoLine(code) && !lines.some((line) => canBeOneTime(line, code, minutes)));
  const [code] = codes;
  const isListed = code !== undefined && lines.length > 0 && (await tellsLinesOfCodes(tx, code, LINES));
  return new Set(isListed ? codes.map(({ id }) => id) : []);
}

/** A line that is perhaps another, told again, is not counted. */
const isPlainLine = (one: Payment) => isLine(one) && isCertain(one);

type CanPair = (line: Payment, code: Payment) => boolean;

/** The lines and codes that hang together with the payment: a line with each code that it may be of, and so on. */
function chainOf(payment: Payment, lines: EqualPayment[], codes: EqualPayment[], canPair: CanPair) {
  const pairs = codes.map((code) => ({ code, lines: lines.filter((line) => canPair(line, code)) }));
  const chain = new Set([payment.id]);
  let rest = pairs;
  for (let before = 0; before < chain.size; ) {
    before = chain.size;
    const joins = ({ code, lines }: (typeof pairs)[number]) =>
      chain.has(code.id) || lines.some(({ id }) => chain.has(id));
    for (const { code, lines } of rest.filter(joins)) for (const { id } of [code, ...lines]) chain.add(id);
    rest = rest.filter(({ code }) => !chain.has(code.id));
  }
  const linesById = new Map(pairs.map(({ code, lines }) => [code.id, lines]));
  return {
    lines: lines.filter(({ id }) => chain.has(id)),
    codes: codes.filter(({ id }) => chain.has(id)),
    linesOf: (code: Payment) => linesById.get(code.id) ?? [],
  };
}

/** As many codes as possible have a line each. Answers the code of each line that is taken. */
function pair<Code extends Payment>(codes: Code[], linesOf: (code: Code) => Payment[]): Map<bigint, Code> {
  const taken = new Map<bigint, Code>();
  const take = (code: Code, tried: Set<bigint>): boolean => {
    const lines = linesOf(code).filter(({ id }) => !tried.has(id));
    for (const { id } of lines.toSorted((one, other) => Number(taken.has(one.id)) - Number(taken.has(other.id)))) {
      tried.add(id);
      const other = taken.get(id);
      // The code that has the line may have another line instead.
      if (other && !take(other, tried)) continue;
      taken.set(id, code);
      return true;
    }
    return false;
  };
  for (const code of codes) take(code, new Set());
  return taken;
}

function makerOf({ maker_bank: bank, maker_account: account, maker_name: name }: EqualPayment): Sender | null {
  return account === null || name === null ? null : { bank, account, name };
}
