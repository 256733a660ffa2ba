import type { Currency } from '@krapao/contract/money.ts';
import type { Transaction } from '../../platform/database.ts';
import { compareNames, isAccount, isFullyShown, lastDigits, shownDigits } from './match-sender.ts';
import type { Claim, News } from './news.ts';
import {
  findSender,
  membersEndingWith,
  type Payment,
  type PossibleSender,
  wasPaidBeforeOurs,
} from './payments.queries.ts';

/** `isUndecided`: an operator may still find that the payment belongs to the member who claimed it. */
export type FoundOwner =
  | { memberId: string; remark: string | null }
  | { memberId: null; remark: string | null; isUndecided: boolean };

type Sender = { bank: string | null; account: string; name: string };

const LEAST_SHOWN_DIGITS = 3;

/**
 * The member whose payment it is, by what is known of its sender. With a claim, only the claiming member is considered.
 */
export async function ownerOf(tx: Transaction, payment: Payment, news: News, claim?: Claim): Promise<FoundOwner> {
  const told = { bank: news.sendingBank, account: news.senderAccount, name: news.senderName };
  if (!claim && (await wasPaidBeforeOurs(tx, news))) return waits('paid before the account was opened to members');
  if (!claim) return ownerBySender(tx, told, news);
  // Earlier news may show more of the sender than this one.
  const known = { bank: payment.sending_bank, account: payment.sender_account, name: payment.sender_name };
  return ownerByClaim(tx, { senders: [told, known], currency: news.currency, claim, remark: payment.remark });
}

type Claimed = {
  /** The sender as the payment's news have shown it, one after the other. */
  senders: Sender[];
  currency: Currency;
  claim: Claim;
  /** The remark that the payment had before. */
  remark: string | null;
};

async function ownerByClaim(tx: Transaction, { senders, currency, claim, remark }: Claimed): Promise<FoundOwner> {
  const { memberId, proof } = claim;
  const member = await findSender(tx, memberId, currency);
  if (!member) return waits(remark ?? `of ${memberId}, who has another currency`);
  if (proof === 'certain') return { memberId, remark: null };
  const fits = senders.map((sender) => fitOf(member, sender));
  // A member who uploads another person's slip must not get their name beside the money.
  if (fits.includes('not') || senders.some(({ account }) => shownDigits(account) < LEAST_SHOWN_DIGITS))
    return waits(remark ?? 'of a sender who is not the member of its slip');
  if (proof === 'late') return waits(`of ${memberId}, whose slip came too late`);
  return fits.includes('fits') ? { memberId, remark: null } : { ...waits(unsureOf(memberId)), isUndecided: true };
}

async function ownerBySender(tx: Transaction, sender: Sender, { currency }: News): Promise<FoundOwner> {
  const digits = lastDigits(sender.account);
  const members = digits ? await membersEndingWith(tx, digits, currency) : [];
  const possible = members.map((member) => ({ id: member.id, fit: fitOf(member, sender) }));
  const [only, ...others] = possible.filter(({ fit }) => fit !== 'not');
  if (!only) return waits('of a sender who is no member');
  if (others.length > 0) return waits(`of one of ${[only, ...others].map(({ id }) => id).join(', ')}`);
  return only.fit === 'fits' ? { memberId: only.id, remark: null } : waits(unsureOf(only.id));
}

/** An account number that is wholly shown is enough unless the name contradicts it; a masked one needs the name too. */
function fitOf(member: PossibleSender, { bank, account, name }: Sender): 'fits' | 'maybe' | 'not' {
  if (bank !== null && bank !== member.bank_code) return 'not';
  if (!isAccount(account, member.bank_account_no)) return 'not';
  const names = compareNames(name, member.bank_account_name);
  if (names === 'different') return 'not';
  return names === 'same' || (isFullyShown(account) && bank !== null) ? 'fits' : 'maybe';
}

const unsureOf = (memberId: string) => `perhaps of ${memberId}: the name cannot be compared`;

const waits = (remark: string) => ({ memberId: null, remark, isUndecided: false });
