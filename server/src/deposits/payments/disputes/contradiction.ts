import type { Minor } from '@krapao/contract/money.ts';
import { balancesOf, lockMember, post } from '../../../ledger/ledger.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { PaymentReport } from '../ingest/payment-report.ts';
import type { Payment } from '../ingest/payments.queries.ts';
import { canBeFrom } from '../matching/candidates.ts';
import { canBeSameAccount, canBeSameName, isFullyShown } from '../matching/match-sender.ts';
import { confirmedOf, findSender } from '../matching/senders.queries.ts';
import { disputeOf, insertDispute } from './disputes.queries.ts';

/**
 * Whether the report shows another sender than the member who got the payment, by any account that was seen to be
 * theirs.
 */
export async function isContradicted(tx: Transaction, payment: Payment, report: PaymentReport): Promise<boolean> {
  const { member_id: memberId, currency, reported_by } = payment;
  // By a QR code anybody may pay, and what an operator recorded and gave away was decided without the sender.
  if (memberId === null || payment.qrcode_id !== null || reported_by.includes('operator')) return false;
  const sender = { bank: report.sendingBank, account: report.senderAccount, name: report.senderName };
  const member = await findSender(tx, memberId, currency);
  if (!member || canBeFrom(member, sender)) return false;
  // Names are spelled in many ways: beside the whole registered account another spelling says nothing.
  const known = { bank: payment.sending_bank, account: payment.sender_account, name: '' };
  if (isFullyShown(known.account) && canBeFrom(member, known) && canBeFrom(member, { ...sender, name: '' }))
    return false;
  const seen = await confirmedOf(tx, memberId);
  return !seen.some(
    ({ bank_code, account, name }) =>
      (bank_code === null || sender.bank === null || bank_code === sender.bank) &&
      canBeSameAccount(account, sender.account) &&
      canBeSameName(name, sender.name),
  );
}

/**
 * Freezes what is left of the payment in the main wallet, for an operator. Nothing is taken: the money stays the
 * member's until the dispute is ended. A payment is disputed once.
 */
export async function dispute(tx: Transaction, payment: Payment, why: string): Promise<void> {
  const { id, member_id: memberId, amount, currency } = payment;
  if (memberId === null || (await disputeOf(tx, id))) return;
  await lockMember(tx, memberId);
  const left = least(amount, (await balancesOf(tx, memberId)).get('main') ?? 0n);
  await insertDispute(tx, { payment_id: id, member_id: memberId, why, frozen: left });
  const posting = { key: `dispute/${id}/freeze`, reason: 'freeze', memberId, currency } as const;
  if (left > 0n) await post(tx, { ...posting, from: 'main', to: 'frozen', amount: left });
}

const least = (one: Minor, other: Minor) => (one < other ? one : other);

export async function isDisputed(tx: Transaction, { id }: Payment): Promise<boolean> {
  const found = await disputeOf(tx, id);
  return found !== null && found.ended_at === null;
}
