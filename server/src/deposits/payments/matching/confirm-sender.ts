import type { Transaction } from '../../../platform/database.ts';
import { clearFlagsOf } from '../disputes/member-flags.queries.ts';
import type { Payment } from '../ingest/payments.queries.ts';
import { DOUBTED_MONEY } from '../ingest/rules.ts';
import { canBeFrom, othersFit } from './candidates.ts';
import { isFullyShown, searchableDigits } from './match-sender.ts';
import { confirmSender, findSender } from './senders.queries.ts';

/**
 * A payment from the wholly shown account that its member has registered: from now on a partly shown number is enough,
 * and the name is known as the banks write it.
 */
export async function confirmIfRegistered(tx: Transaction, payment: Payment): Promise<void> {
  const { sending_bank: bank, sender_account: account, sender_name: name, member_id: memberId } = payment;
  if (memberId === null || bank === null || !isFullyShown(account)) return;
  const member = await findSender(tx, memberId, payment.currency);
  if (!member || !canBeFrom(member, { bank, account, name })) return;
  const registered = { memberId, bank, account: member.bank_account_no, name };
  await confirmSender(tx, { ...registered, by: 'payment', paymentId: payment.id });
  await clearFlagsOf(tx, memberId, 'name in another script');
}

/**
 * An operator has decided who sent the payment: the registered account, if it can be; else the account as it is shown.
 * By a QR code anybody may pay: that it is the maker's says nothing of the account. Nor does a payment that others can
 * have sent too: what is decided once does not decide about all that follow.
 */
export async function confirmByOperator(tx: Transaction, payment: Payment, memberId: string): Promise<void> {
  if (payment.qrcode_id !== null || payment.possible_duplicate_of !== null) return;
  if (DOUBTED_MONEY.includes(payment.waits_by ?? '') || (await othersFit(tx, payment, memberId))) return;
  const { sending_bank: bank, sender_account: account, sender_name: name } = payment;
  const member = await findSender(tx, memberId, payment.currency);
  if (!member || !searchableDigits(account)) return;
  const isRegistered = canBeFrom(member, { bank, account, name });
  const sender = isRegistered ? { bank: member.bank_code, account: member.bank_account_no } : { bank, account };
  await confirmSender(tx, { memberId, ...sender, name, by: 'operator', paymentId: payment.id });
  if (isRegistered) await clearFlagsOf(tx, memberId, 'name in another script');
}
