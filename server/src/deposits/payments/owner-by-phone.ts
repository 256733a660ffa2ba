import { e164Of } from '@krapao/contract/phones.ts';
import type { Transaction } from '../../platform/database.ts';
import { compareNames } from './match-sender.ts';
import type { News } from './news.ts';
import type { FoundOwner } from './owner-of-payment.ts';
import { membersWithPhone, wasPaidBeforeOurWallet } from './wallets.queries.ts';

/**
 * The member whose money came from one True Wallet to ours: the one with the sender's phone, if that member proved to
 * have the phone or the name fits too. Anybody can register with the phone of somebody else.
 */
export async function ownerByPhone(tx: Transaction, news: News): Promise<FoundOwner> {
  if (await wasPaidBeforeOurWallet(tx, news)) return waits('paid before the wallet was opened to members');
  const phone = e164Of(news.senderAccount.replace(/[\s.()-]/g, ''), 'th');
  const members = phone === null ? [] : await membersWithPhone(tx, phone, news.currency);
  const [only, ...others] = members;
  if (!only) return waits('of a sender who is no member');
  if (others.length > 0) return waits(`of one of ${members.map(({ id }) => id).join(', ')}`);
  if (only.is_phone_verified || compareNames(news.senderName, only.bank_account_name) === 'same')
    return { memberId: only.id, remark: null };
  return waits(`from the phone of ${only.id}, which is not verified, and the name does not fit`);
}

const waits = (remark: string) => ({ memberId: null, remark, isUndecided: false });
