import type { Currency, Minor } from '@krapao/contract/money.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { Claim, PaymentReport } from '../ingest/payment-report.ts';
import { type Payment, wasPaidBeforeOurs } from '../ingest/payments.queries.ts';
import {
  canBeSameAccount,
  compareNames,
  isAccount,
  isFullyShown,
  isSameName,
  searchableDigits,
} from './match-sender.ts';
import {
  type ConfirmedSender,
  confirmedShowing,
  findSender,
  membersShowing,
  type PossibleSender,
} from './senders.queries.ts';

/** `isUndecided`: an operator may still find that the payment belongs to the member who claimed it. */
export type FoundOwner =
  /** `isByOtherScript`: only the name, which is in another script, could not be compared. */
  | { memberId: string; remark: string | null; isByOtherScript?: boolean }
  | { memberId: null; remark: string | null; isUndecided: boolean };

type Sender = { bank: string | null; account: string; name: string };

/** Everything that the payment's reports have shown of its sender: together, and by the newest report alone. */
type Asked = { senders: Sender[]; currency: Currency; amount: Minor; mostByOtherScript: Minor };

/** `possible`: the members of whom it may be. */
type Found = Extract<FoundOwner, { memberId: string }> | { memberId: null; remark: string; possible: string[] };

/**
 * The member whose payment it is, by what is known of its sender. A claim adds nothing to that: it is enough only where
 * the sender fits the claiming member and no other.
 */
export async function ownerOf(
  tx: Transaction,
  {
    payment,
    report,
    claim,
    mostByOtherScript,
  }: { payment: Payment; report: PaymentReport; claim?: Claim | undefined } & {
    mostByOtherScript: Record<Currency, Minor>;
  },
): Promise<FoundOwner> {
  const { currency, amount } = payment;
  if (claim && !(await findSender(tx, claim.memberId, currency)))
    return waits(payment.remark ?? `of ${claim.memberId}, who has another currency`);
  if (claim?.proof === 'certain') return { memberId: claim.memberId, remark: null };
  if (!claim && (await wasPaidBeforeOurs(tx, report))) return waits('paid before the account was opened to members');
  const senders = [
    { bank: payment.sending_bank, account: payment.sender_account, name: payment.sender_name },
    { bank: report.sendingBank, account: report.senderAccount, name: report.senderName },
  ];
  const found = await findOwner(tx, { senders, currency, amount, mostByOtherScript: mostByOtherScript[currency] });
  if (claim) return ownerByClaim(found, claim, payment.remark);
  return found.memberId === null ? waits(found.remark) : found;
}

function ownerByClaim(found: Found, { memberId, proof }: Claim, remark: string | null): FoundOwner {
  const isPossible = found.memberId === null ? found.possible.includes(memberId) : found.memberId === memberId;
  // A member who uploads another person's slip must not get their name beside the money.
  if (!isPossible) return waits(remark ?? 'of a sender who is not the member of its slip');
  if (proof === 'late') return waits(`of ${memberId}, whose slip came too late`);
  return found.memberId === null ? { ...waits(found.remark), isUndecided: true } : found;
}

/** Strongest first: the registered account wholly shown, a confirmed sender, the one member whom everything shown fits. */
async function findOwner(tx: Transaction, asked: Asked): Promise<Found> {
  const { senders, currency } = asked;
  const [{ bank, account }] = senders as [Sender];
  const shown = searchableDigits(account);
  if (!shown) return nobody();
  const members = await membersShowing(tx, shown, currency);
  const fitting = members.filter((member) => senders.every((sender) => canBeFrom(member, sender)));
  const registered = isFullyShown(account) && bank !== null && fitting.find((member) => member.bank_code === bank);
  if (registered) return { memberId: registered.id, remark: null };
  const seen = await confirmedShowing(tx, shown, currency);
  const confirmed = idsOf(seen.filter((row) => isSeenBefore(row, senders)));
  if (confirmed.length === 1 && confirmed[0]) return { memberId: confirmed[0], remark: null };
  if (confirmed.length > 1) return ofOneOf(confirmed);
  return bySinglePossible(fitting, asked);
}

function bySinglePossible(fitting: PossibleSender[], { senders, amount, mostByOtherScript }: Asked): Found {
  const [only, ...others] = fitting;
  if (!only) return nobody();
  if (others.length > 0) return ofOneOf(idsOf(fitting));
  if (senders.every(({ bank }) => bank === null)) return perhapsOf(only, 'its bank is not told');
  const names = senders.map(({ name }) => compareNames(name, only.bank_account_name));
  if (names.includes('same')) return { memberId: only.id, remark: null };
  if (senders.every(({ name }) => name === '') || amount > mostByOtherScript)
    return perhapsOf(only, 'the name cannot be compared');
  return { memberId: only.id, remark: 'its sender’s name is in another script', isByOtherScript: true };
}

/** Whether nothing that is shown contradicts that the registered account of the member sent it. */
export function canBeFrom(member: PossibleSender, { bank, account, name }: Sender): boolean {
  if (bank !== null && bank !== member.bank_code) return false;
  if (account !== '' && !isAccount(account, member.bank_account_no)) return false;
  return compareNames(name, member.bank_account_name) !== 'different';
}

/** Whether the account that was seen before sent it: what is shown of it fits, and its name was seen too. */
function isSeenBefore(row: ConfirmedSender, senders: Sender[]): boolean {
  const canBe = senders.every(
    ({ bank, account }) =>
      (bank === null || bank === (row.seen_bank ?? row.bank_code)) && canBeSameAccount(account, row.seen_account),
  );
  const named = senders.filter(({ name }) => name !== '');
  const isNamed = ({ name }: Sender) =>
    isSameName(name, row.seen_name) || compareNames(name, row.bank_account_name) === 'same';
  return canBe && named.length > 0 && named.every(isNamed);
}

const idsOf = (members: { id: string }[]) => [...new Set(members.map(({ id }) => id))];

const nobody = () => ({ memberId: null, remark: 'of a sender who is no member', possible: [] });
const ofOneOf = (possible: string[]) => ({ memberId: null, remark: `of one of ${possible.join(', ')}`, possible });
const perhapsOf = ({ id }: PossibleSender, why: string) => ({
  memberId: null,
  remark: `perhaps of ${id}: ${why}`,
  possible: [id],
});
const waits = (remark: string) => ({ memberId: null, remark, isUndecided: false });
