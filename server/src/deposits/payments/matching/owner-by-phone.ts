import { e164Of } from '@krapao/contract/phones.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { PaymentReport } from '../ingest/payment-report.ts';
import { membersWithPhone, wasPaidBeforeOurWallet } from '../receivers/wallets.queries.ts';
import { compareNames } from './match-sender.ts';
import type { FoundOwner } from './owner-of-payment.ts';

/**
 * The member whose money came from one True Wallet to ours: the one with the sender's phone, if that member proved to
 * have the phone or the name fits too. Anybody can register with the phone of somebody else.
 */
export async function ownerByPhone(tx: Transaction, report: PaymentReport): Promise<FoundOwner> {
  if (await wasPaidBeforeOurWallet(tx, report)) return waits('paid before the wallet was opened to members');
  const phone = e164Of(report.senderAccount.replace(/[\s.()-]/g, ''), 'th');
  const members = phone === null ? [] : await membersWithPhone(tx, phone, report.currency);
  const [only, ...others] = members;
  if (!only) return waits('of a sender who is no member');
  if (others.length > 0) return waits(`of one of ${members.map(({ id }) => id).join(', ')}`);
  if (only.is_phone_verified || compareNames(report.senderName, only.bank_account_name) === 'same')
    return { memberId: only.id, remark: null };
  return waits(`from the phone of ${only.id}, which is not verified, and the name does not fit`);
}

const waits = (remark: string) => ({ memberId: null, remark, isUndecided: false });
