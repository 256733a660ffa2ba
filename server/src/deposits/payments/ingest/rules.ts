import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Transaction } from '../../../platform/database.ts';
import { type Candidate, type Candidates, senderOf } from '../matching/candidates.ts';
import { isLine, isSpent, type LinesAndCodes, linesAndCodes } from '../matching/lines-and-codes.ts';
import { canBeSameSender } from '../matching/match-sender.ts';
import { findSender } from '../matching/senders.queries.ts';
import { wasPaidBeforeOurWallet } from '../receivers/wallets.queries.ts';
import { isReportedByBank } from './find-existing-payment.ts';
import { type Claim, LINES, type PaymentReport } from './payment-report.ts';
import { currencyOfReceiver, type Payment, paymentsNear, wasPaidBeforeOurs } from './payments.queries.ts';

export type PaidQrcode = { id: string; member_id: string; currency: Currency; amount: Minor; status: string };

export type IngestTerms = {
  /** How far apart two reports of one payment may be. */
  pairMinutes: number;
  /** The most that is credited where the sender’s name is in another script and all else fits. */
  mostByOtherScript: Record<Currency, Minor>;
  /** The most that slips alone tell of a member in a day before withdrawals are looked at. */
  slipsAloneADay: Record<Currency, Minor>;
};

/** A payment, and the report that came of it. */
export type About = {
  tx: Transaction;
  terms: IngestTerms;
  payment: Payment;
  report: PaymentReport;
  claim?: Claim | undefined;
  /** The QR code that was paid, if its maker has the payment's currency. */
  qrcode: PaidQrcode | null;
  /** Whether the channel of the report has told of the payment before. */
  isToldAgain: boolean;
  /** Whether a slip alone does not credit, since the bank tells the same payment by another reference. */
  needsBank: boolean;
  /** The members who can have sent it; asked for once. */
  candidates: () => Promise<Candidates>;
};

export type Outcome =
  /** Nothing changes. */
  | { is: 'left' }
  /** `isUndecided`: an operator or further news may find that it belongs to the member who claimed it. */
  | { is: 'waits'; why: string; isUndecided?: boolean; keepsRemark?: boolean }
  | { is: 'credited'; memberId: string; remark: string | null; isByOtherScript?: boolean };

const KEPT = 'kept for a code';
type Rule = { name: string; of: (about: About) => Promise<Outcome | null> | Outcome | null };

const waits = (why: string): Outcome => ({ is: 'waits', why, isUndecided: true });
const credited = (memberId: string, remark: string | null = null): Outcome => ({ is: 'credited', memberId, remark });

/**
 * What becomes of a payment when a report of it has come: the first rule that applies decides. The same table, with
 * reasons, is docs/decisions/0034.
 */
export const RULES: readonly Rule[] = [
  { name: 'credited before', of: ({ payment }) => (payment.member_id === null ? null : { is: 'left' }) },
  { name: 'closed', of: ({ payment }) => (payment.closed_at === null ? null : { is: 'left' }) },
  {
    name: 'told before',
    of: ({ report, isToldAgain }) => (isToldAgain && LINES.includes(report.channel) ? { is: 'left' } : null),
  },
  { name: 'another currency', of: anotherCurrency },
  {
    name: 'perhaps told twice',
    of: ({ payment: { possible_duplicate_of: other } }) =>
      other === null ? null : waits(`perhaps the same as payment ${other}`),
  },
  { name: 'impossible time', of: impossibleTime },
  { name: KEPT, of: keptForCode },
  { name: 'code beside a line', of: codeBesideLine },
  { name: 'slip beside a line', of: slipBesideLine },
  { name: 'line beside a slip', of: lineBesideSlip },
  { name: 'claimed in another currency', of: claimedInAnotherCurrency },
  { name: 'paid before we opened', of: ifBySender(paidBeforeOpened) },
  { name: 'older than the member', of: ifBySender(olderThanMember) },
  { name: 'slip of another member', of: ifBySender(slipOfAnother) },
  { name: 'late slip', of: ifBySender(lateSlip) },
  {
    name: 'nobody fits',
    of: ifBySender((_, { possible }) => (possible.length === 0 ? waits('of a sender who is no member') : null)),
  },
  {
    name: 'several fit',
    of: ifBySender((_, { possible }) =>
      possible.length > 1 ? waits(`of one of ${possible.map(({ id }) => id).join(', ')}`) : null,
    ),
  },
  { name: 'phone not verified', of: ifOneFits(phoneNotVerified) },
  { name: 'bank not told', of: ifOneFits(bankNotTold) },
  { name: 'name not compared', of: ifOneFits(nameNotCompared) },
  { name: 'slip alone', of: slipAlone },
  {
    name: 'paid by code',
    of: ({ payment, qrcode }) => (qrcode ? credited(qrcode.member_id, remarkOn(qrcode, payment)) : null),
  },
  { name: 'gift link', of: ({ claim }) => (claim?.proof === 'certain' ? credited(claim.memberId) : null) },
  { name: 'phone of a member', of: ifOneFits((_, { id, by }) => (by === 'phone' ? credited(id) : null)) },
  { name: 'whole account', of: ifOneFits((_, { id, by }) => (by === 'whole' ? credited(id) : null)) },
  { name: 'confirmed sender', of: ifOneFits((_, { id, by }) => (by === 'confirmed' ? credited(id) : null)) },
  { name: 'one member fits', of: ifOneFits((_, { id, name }) => (name === 'same' ? credited(id) : null)) },
  {
    name: 'another script',
    of: ifOneFits((_, { id }) => ({
      ...{ is: 'credited', memberId: id, remark: 'its sender’s name is in another script' },
      isByOtherScript: true,
    })),
  },
];

/** A payment that waits by one of these may be freed by a report of another. */
export const FREED_BY_OTHERS: readonly string[] = [KEPT, 'code beside a line', 'line beside a slip'];

/** By these it is not sure that there is money beside another payment, or how much. */
export const DOUBTED_MONEY: readonly string[] = [
  ...FREED_BY_OTHERS,
  'another currency',
  'perhaps told twice',
  'slip beside a line',
];

export async function decide(about: About): Promise<{ rule: string; outcome: Outcome }> {
  for (const { name, of } of RULES) {
    const outcome = await of(about);
    if (outcome) return (await rather(about, name, outcome)) ?? { rule: name, outcome };
  }
  throw new Error(`No rule applies to payment ${about.payment.id}.`);
}

/** A line that waits in any case is rather kept for a code: then nobody counts its money a second time. */
async function rather({ tx, payment, terms }: About, rule: string, outcome: Outcome) {
  if (outcome.is !== 'waits' || DOUBTED_MONEY.includes(rule) || !isLine(payment)) return null;
  const found = await linesAndCodes(tx, payment, terms.pairMinutes);
  return found && { rule: KEPT, outcome: { ...outcome, why: `${outcome.why}; ${perhapsLineOf(found)}` } };
}

/** For payments whose sender says whose they are: neither paid by a code nor proved by a gift link. */
function ifBySender(of: (about: About, candidates: Candidates) => Promise<Outcome | null> | Outcome | null) {
  return async (about: About) =>
    about.qrcode || about.claim?.proof === 'certain' ? null : of(about, await about.candidates());
}

function ifOneFits(of: (about: About, only: Candidate) => Outcome | null) {
  return ifBySender((about, { possible: [only] }) => (only ? of(about, only) : null));
}

async function anotherCurrency({ tx, payment, report }: About): Promise<Outcome | null> {
  const ours = await currencyOfReceiver(tx, report);
  if (ours === null || ours === payment.currency) return null;
  return waits(`told in ${payment.currency}, at an account in ${ours}`);
}

/** Where another channel has told of the payment, that one tells the time. */
function impossibleTime({ payment: { reported_by }, report: { saidAt, channel } }: About): Outcome | null {
  if (!saidAt || reported_by.some((other) => other !== channel)) return null;
  return waits(`it says ${saidAt.toISOString()}, which cannot be`);
}

/**
 * Also a line that shows the code's maker is only kept, however many lines there are: the maker may have sent both, and the
 * code's own line may still come. The report of the day closes what is left.
 */
async function keptForCode({ tx, payment, terms }: About): Promise<Outcome | null> {
  const found = isLine(payment) ? await linesAndCodes(tx, payment, terms.pairMinutes) : null;
  return found && (found.partner || !found.hasRoom) ? waits(perhapsLineOf(found)) : null;
}

const perhapsLineOf = ({ partner, other }: LinesAndCodes) =>
  `perhaps the line of payment ${(partner ?? other).id}, which was paid by a QR code`;

async function codeBesideLine({ tx, payment, terms }: About): Promise<Outcome | null> {
  const found = isLine(payment) ? null : await linesAndCodes(tx, payment, terms.pairMinutes);
  if (!found || (found.hasRoom && !(found.partner && isSpent(found.partner)))) return null;
  return waits(`its line is perhaps payment ${(found.partner ?? found.other).id}, which names no QR code`);
}

/** References are said to be shared; but a bank may change its mind. */
async function slipBesideLine({ tx, payment, terms, qrcode, needsBank }: About): Promise<Outcome | null> {
  if (needsBank || qrcode || isReportedByBank(payment)) return null;
  const line = (await beside(tx, payment, terms)).find(
    (other) => isReportedByBank(other) && !other.reported_by.includes('slip'),
  );
  return line ? waits(`told by a slip; perhaps it is payment ${line.id}, told by another reference`) : null;
}

async function lineBesideSlip({ tx, payment, terms, needsBank }: About): Promise<Outcome | null> {
  if (needsBank || !isReportedByBank(payment) || payment.reported_by.includes('slip')) return null;
  const slip = (await beside(tx, payment, terms)).find(
    (other) => other.member_id !== null && !isReportedByBank(other) && !(other.qrcode_id && payment.qrcode_id),
  );
  return slip ? waits(`perhaps it is payment ${slip.id}, which a slip has told by another reference`) : null;
}

/** Equal payments that may be of the same sender. */
async function beside(tx: Transaction, payment: Payment, { pairMinutes }: IngestTerms): Promise<Payment[]> {
  const equal = await paymentsNear(tx, payment, pairMinutes);
  return equal.filter((other) => other.id !== payment.id && canBeSameSender(senderOf(payment), senderOf(other)));
}

async function claimedInAnotherCurrency({ tx, payment, claim }: About): Promise<Outcome | null> {
  if (!claim || (await findSender(tx, claim.memberId, payment.currency))) return null;
  return { is: 'waits', why: `of ${claim.memberId}, who has another currency`, keepsRemark: true };
}

async function paidBeforeOpened({ tx, report, claim }: About): Promise<Outcome | null> {
  if (claim) return null;
  if (report.channel === 'wallet')
    return (await wasPaidBeforeOurWallet(tx, report)) ? waits('paid before the wallet was opened to members') : null;
  return (await wasPaidBeforeOurs(tx, report)) ? waits('paid before the account was opened to members') : null;
}

function olderThanMember({ claim }: About, { possible, tooLate }: Candidates): Outcome | null {
  const isTooLate = claim ? tooLate.includes(claim.memberId) : possible.length === 0 && tooLate.length > 0;
  // Whoever registers afterwards must not get their name beside the money.
  const why = 'older than the registration, or the bank account, of the member whom it fits';
  return isTooLate ? { is: 'waits', why, keepsRemark: true } : null;
}

/** A member who uploads another person's slip must not get their name beside the money. */
function slipOfAnother({ claim }: About, { possible }: Candidates): Outcome | null {
  if (!claim || possible.some(({ id }) => id === claim.memberId)) return null;
  return { is: 'waits', why: 'of a sender who is not the member of its slip', keepsRemark: true };
}

function lateSlip({ claim }: About): Outcome | null {
  if (claim?.proof !== 'late') return null;
  return { is: 'waits', why: `of ${claim.memberId}, whose slip came too late` };
}

function phoneNotVerified(_: About, { id, by, name, isPhoneVerified }: Candidate): Outcome | null {
  if (by !== 'phone' || isPhoneVerified || name === 'same') return null;
  return waits(`from the phone of ${id}, which is not verified, and the name does not fit`);
}

function bankNotTold({ payment, report }: About, { id, by }: Candidate): Outcome | null {
  const isTold = payment.sending_bank !== null || report.sendingBank !== null;
  return by !== 'fits' || isTold ? null : waits(`perhaps of ${id}: its bank is not told`);
}

function nameNotCompared({ payment, report, terms }: About, { id, by, name }: Candidate): Outcome | null {
  if (by !== 'fits' || name === 'same') return null;
  const isNamed = payment.sender_name !== '' || report.senderName !== '';
  if (isNamed && payment.amount <= terms.mostByOtherScript[payment.currency]) return null;
  return waits(`perhaps of ${id}: the name cannot be compared`);
}

function slipAlone({ payment, claim, needsBank }: About): Outcome | null {
  if (isReportedByBank(payment) || !(needsBank || claim?.waitsForBank)) return null;
  return waits('told by a slip, and not by our bank yet');
}

function remarkOn(qrcode: PaidQrcode, payment: Payment): string | null {
  if (qrcode.status === 'CANCELLED') return 'paid after its QR code was cancelled';
  if (qrcode.status === 'EXPIRED') return 'paid after its QR code had expired';
  return qrcode.amount === payment.amount ? null : 'paid with another amount than its QR code said';
}
