import type { Currency } from '@krapao/contract/money.ts';
import { many, maybeOne, type Queryable, type Transaction } from '../../../platform/database.ts';
import type { ShownDigits } from './match-sender.ts';

export type PossibleSender = {
  id: string;
  bank_code: string;
  bank_account_no: string;
  bank_account_name: string;
  /** Since when the member has this account registered, and since when under this name. */
  registered_at: Date;
  named_at: Date;
};

const since = (...changes: string[]) =>
  `greatest(members.created_at, (select max(changed_at) from account_changes
    where account_changes.member_id = members.id and what in (${changes.map((what) => `'${what}'`).join(', ')})))`;
const MEMBER = `members.id, members.bank_code, members.bank_account_no, members.bank_account_name,
  ${since('bank')} as registered_at, ${since('bank', 'bank name')} as named_at`;

/** In the words of the indexes. */
const digitsOf = (account: string, { are }: ShownDigits) =>
  are === 'last' ? `right(${account}, 4)` : `left(right(${account}, 5), 4)`;

/** Members whose registered account has these digits. */
export function membersShowing(db: Queryable, shown: ShownDigits, currency: Currency): Promise<PossibleSender[]> {
  const sql = `select ${MEMBER} from members where ${digitsOf('bank_account_no', shown)} = $1 and currency = $2`;
  return many<PossibleSender>(db, sql, [shown.digits, currency]);
}

export function findSender(db: Queryable, memberId: string, currency: Currency): Promise<PossibleSender | null> {
  const sql = `select ${MEMBER} from members where id = $1 and currency = $2`;
  return maybeOne<PossibleSender>(db, sql, [memberId, currency]);
}

/** An account that was seen to be the member's, as it was shown then. */
export type ConfirmedSender = PossibleSender & { seen_bank: string | null; seen_account: string; seen_name: string };

export function confirmedShowing(db: Queryable, shown: ShownDigits, currency: Currency): Promise<ConfirmedSender[]> {
  const sql = `select ${MEMBER}, seen.bank_code as seen_bank, seen.account as seen_account, seen.name as seen_name
    from confirmed_senders as seen join members on members.id = seen.member_id
    where ${digitsOf('seen.account', shown)} = $1 and currency = $2`;
  return many<ConfirmedSender>(db, sql, [shown.digits, currency]);
}

type Seen = { bank_code: string | null; account: string; name: string };

export function confirmedOf(db: Queryable, memberId: string): Promise<Seen[]> {
  const sql = 'select bank_code, account, name from confirmed_senders where member_id = $1';
  return many<Seen>(db, sql, [memberId]);
}

/** The payment was not the member's: what it seemed to confirm is forgotten. */
export async function forgetConfirmed(tx: Transaction, memberId: string, paymentId: bigint): Promise<void> {
  await tx.query('delete from confirmed_senders where member_id = $1 and payment_id = $2', [memberId, paymentId]);
}

type Confirmation = {
  memberId: string;
  bank: string | null;
  account: string;
  name: string;
  by: 'payment' | 'operator';
  paymentId: bigint;
};

export async function confirmSender(tx: Transaction, confirmation: Confirmation): Promise<void> {
  const { memberId, bank, account, name, by, paymentId } = confirmation;
  await tx.query(
    `insert into confirmed_senders (member_id, bank_code, account, name, confirmed_by, payment_id)
      values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [memberId, bank, account, name, by, paymentId],
  );
}
