import { e164Of } from '@krapao/contract/phones.ts';
import type { Transaction } from '../../../platform/database.ts';
import { type PaymentReport, senderIn } from '../ingest/payment-report.ts';
import type { Payment } from '../ingest/payments.queries.ts';
import { membersWithPhone } from '../receivers/wallets.queries.ts';
import {
  canBeSameAccount,
  compareNames,
  isAccount,
  isFullyShown,
  isSameName,
  type Sender,
  searchableDigits,
} from './match-sender.ts';
import { type ConfirmedSender, confirmedShowing, membersShowing, type PossibleSender } from './senders.queries.ts';

/**
 * A member who can have sent the payment. `whole`: from the registered account, wholly shown. `confirmed`: from an account
 * that was seen to be the member's. `fits`: nothing shown speaks against the registered account. `phone`: from the True
 * Wallet with the member's phone.
 */
export type Candidate = {
  id: string;
  by: 'whole' | 'confirmed' | 'fits' | 'phone';
  /** Whether the name that was told is the member's: same, different, or not to be compared. */
  name: 'same' | 'different' | 'unknown';
  isPhoneVerified: boolean;
};

/** `tooLate`: whether members fit who registered, or changed their bank account, after the payment. */
export type Candidates = { possible: Candidate[]; tooLate: string[] };

const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Whether the payment was heard before that moment, or paid clearly before it. */
export function isOlder({ reported_at, paid_at }: Payment, since: Date): boolean {
  return reported_at < since || paid_at.getTime() < since.getTime() - CLOCKS_DIFFER_MS;
}

/** What the payment's reports have shown of its sender, together. */
export const senderOf = ({ sending_bank, sender_account, sender_name }: Payment): Sender => ({
  bank: sending_bank,
  account: sender_account,
  name: sender_name,
});

/** The members who can have sent the payment, by all that is shown of its sender, and by the newest report alone. */
export async function candidatesFor(
  tx: Transaction,
  payment: Payment,
  report: PaymentReport | null,
): Promise<Candidates> {
  const senders = [senderOf(payment), ...(report ? [senderIn(report)] : [])];
  const shown = searchableDigits(payment.sender_account);
  if (!shown) return { possible: [], tooLate: [] };
  const members = await membersShowing(tx, shown, payment.currency);
  const fitting = members.filter((member) => senders.every((sender) => canBeFrom(member, sender)));
  const seen = await confirmedShowing(tx, shown, payment.currency);
  const confirmed = seen.filter((row) => isSeenBefore(row, senders));
  const isWhole = isFullyShown(payment.sender_account) && payment.sending_bank !== null;
  const inTime = (member: PossibleSender) => !isOlder(payment, isWhole ? member.registered_at : member.named_at);
  const all = new Map([...fitting, ...confirmed].map((member) => [member.id, member]));
  const possible = [...all.values()].filter(inTime).map((member): Candidate => {
    const isRegistered = fitting.some(({ id }) => id === member.id);
    const isConfirmed = confirmed.some(({ id }) => id === member.id);
    const by = isWhole && isRegistered ? 'whole' : isConfirmed ? 'confirmed' : 'fits';
    return { id: member.id, by, name: nameOf(member, senders), isPhoneVerified: false };
  });
  return { possible, tooLate: [...all.keys()].filter((id) => possible.every((one) => one.id !== id)) };
}

/** Whether another than this member can have sent the payment too. */
export async function othersFit(tx: Transaction, payment: Payment, memberId: string): Promise<boolean> {
  const { possible, tooLate } = await candidatesFor(tx, payment, null);
  return [...possible.map(({ id }) => id), ...tooLate].some((id) => id !== memberId);
}

/** The members with the phone of the True Wallet that sent the payment. */
export async function candidatesByPhone(tx: Transaction, payment: Payment): Promise<Candidates> {
  const phone = e164Of(payment.sender_account.replace(/[\s.()-]/g, ''), 'th');
  const members = phone === null ? [] : await membersWithPhone(tx, phone, payment.currency);
  const inTime = members.filter(({ created_at }) => !isOlder(payment, created_at));
  return {
    possible: inTime.map(({ id, bank_account_name, is_phone_verified: isPhoneVerified }) => {
      const name = compareNames(payment.sender_name, bank_account_name);
      return { id, by: 'phone', name, isPhoneVerified };
    }),
    tooLate: members.filter((member) => !inTime.includes(member)).map(({ id }) => id),
  };
}

function nameOf(member: PossibleSender, senders: Sender[]): Candidate['name'] {
  const compared = senders.map(({ name }) => compareNames(name, member.bank_account_name));
  if (compared.includes('same')) return 'same';
  return compared.includes('different') ? 'different' : 'unknown';
}

/** Whether nothing that is shown contradicts that the registered account of the member sent it. */
export function canBeFrom(member: PossibleSender, { bank, account, name }: Sender): boolean {
  if (bank !== null && bank !== member.bank_code) return false;
  if (account !== '' && !isAccount(account, member.bank_account_no)) return false;
  return compareNames(name, member.bank_account_name) !== 'different';
}

/** Whether the account that was seen before sent it: what is shown of it fits, and its name is the one that a bank told. */
function isSeenBefore(row: ConfirmedSender, senders: Sender[]): boolean {
  const canBe = senders.every(
    ({ bank, account }) =>
      (bank === null || bank === (row.seen_bank ?? row.bank_code)) && canBeSameAccount(account, row.seen_account),
  );
  const named = senders.filter(({ name }) => name !== '');
  return canBe && named.length > 0 && named.every(({ name }) => isSameName(name, row.seen_name));
}
