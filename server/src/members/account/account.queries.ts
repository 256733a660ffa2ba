import { bankByCode } from '@krapao/contract/banks.ts';
import type { Edition } from '@krapao/contract/editions.ts';
import type { Currency } from '@krapao/contract/money.ts';
import { e164Of, localPhone } from '@krapao/contract/phones.ts';
import { insertRow, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/database.ts';
import type { BankInput } from './registration-input.ts';

export type Member = {
  id: string;
  edition: Edition;
  name: string;
  /** As E.164. */
  phone: string;
  password_hash: string;
  currency: Currency;
  coins: number;
  bank_code: string;
  bank_account_name: string;
  bank_account_no: string;
  created_at: Date;
  blocked_at: Date | null;
};

export function memberById(db: Queryable, memberId: string): Promise<Member> {
  return one<Member>(db, 'select * from members where id = $1', [memberId]);
}

/** By the phone in any spelling; one that is kept as it was typed once comes before the one it stands for. */
export function memberByPhone(db: Queryable, edition: Edition, phone: string): Promise<Member | null> {
  const sql = 'select * from members where edition = $1 and phone in ($2, $3) order by phone = $2 desc limit 1';
  return maybeOne<Member>(db, sql, [edition, phone, e164Of(phone, edition)]);
}

export function lockMember(tx: Transaction, memberId: string): Promise<Member> {
  return one<Member>(tx, 'select * from members where id = $1 for update', [memberId]);
}

/** False if the password was changed since the member was read. It cannot change until this transaction ends. */
export async function keepPasswordHash(tx: Transaction, { id, password_hash }: Member): Promise<boolean> {
  const sql = 'select from members where id = $1 and password_hash = $2 for share';
  return (await maybeOne(tx, sql, [id, password_hash])) !== null;
}

/** False if the password was changed since `from` was read. */
export async function replacePasswordHash(
  tx: Transaction,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const sql = 'update members set password_hash = $3 where id = $1 and password_hash = $2';
  return (await tx.query(sql, [memberId, from, to])).rowCount === 1;
}

type EditedProfile = { name: string; bankCode: string; bankAccountName: string; bankAccountNo: string };

export function updateProfile(tx: Transaction, memberId: string, edited: EditedProfile): Promise<Member> {
  const { name, bankCode, bankAccountName, bankAccountNo } = edited;
  const sql = `update members set name = $2, bank_code = $3, bank_account_name = $4, bank_account_no = $5
    where id = $1 returning *`;
  return one<Member>(tx, sql, [memberId, name, bankCode, bankAccountName, bankAccountNo]);
}

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<Pick<Member, 'currency'>>(db, 'select currency from members where id = $1', [memberId])).currency;
}

export function profileOf(member: Member) {
  return {
    _id: member.id,
    name: member.name,
    username: localPhone(member.phone, member.edition),
    createdAt: member.created_at.toISOString(),
    coin: member.coins,
    currency: member.currency,
    bankCode: member.bank_code,
    bankAccountName: member.bank_account_name,
    bankAccountNo: member.bank_account_no,
    bank: bankByCode(member.bank_code),
  };
}

type NewMember = Omit<Member, 'coins' | 'created_at' | 'blocked_at'> & {
  source_code: string | null;
  invited_by: string | null;
  is_phone_verified: boolean;
};

export function insertMember(tx: Transaction, member: NewMember): Promise<Member> {
  return insertRow<Member>(tx, 'members', member);
}

/** `phone` as E.164. */
export function isPhoneTaken(db: Queryable, edition: Edition, phone: string): Promise<boolean> {
  return exists(db, 'select from members where edition = $1 and phone = $2', [edition, phone]);
}

export function isBankAccountTaken(
  db: Queryable,
  { bankCode, bankAccountNo }: { bankCode: string; bankAccountNo: string },
) {
  return exists(db, 'select from members where bank_code = $1 and bank_account_no = $2', [bankCode, bankAccountNo]);
}

export function isMember(db: Queryable, edition: Edition, memberId: string): Promise<boolean> {
  return exists(db, 'select from members where edition = $1 and id = $2', [edition, memberId]);
}

async function exists(db: Queryable, query: string, values: unknown[]): Promise<boolean> {
  return (await one<{ yes: boolean }>(db, `select exists (${query}) as yes`, values)).yes;
}

/** Finds the member by id or phone number, as an operator names them. */
export function findMember(db: Queryable, edition: Edition, who: string): Promise<Member | null> {
  return maybeOne<Member>(db, NAMED_MEMBER, [edition, who, e164Of(who, edition)]);
}

/** Why the member's withdrawals are to be looked at. */
export function flagsOf(db: Queryable, memberId: string): Promise<{ reason: string; since: Date }[]> {
  const sql = 'select reason, since from member_flags where member_id = $1 and cleared_at is null order by id';
  return many<{ reason: string; since: Date }>(db, sql, [memberId]);
}

/** Finds and locks the member by id or phone number. */
export function lockNamedMember(tx: Transaction, edition: Edition, who: string): Promise<Member | null> {
  return maybeOne<Member>(tx, `${NAMED_MEMBER} for update`, [edition, who, e164Of(who, edition)]);
}

const NAMED_MEMBER = `select * from members where edition = $1 and (id = upper($2) or phone in ($2, $3))
  order by phone = $2 desc limit 1`;

export function blockMember(tx: Transaction, memberId: string): Promise<Member> {
  const sql = 'update members set blocked_at = coalesce(blocked_at, app_now()) where id = $1 returning *';
  return one<Member>(tx, sql, [memberId]);
}

export function unblockMember(tx: Transaction, memberId: string): Promise<Member> {
  return one<Member>(tx, 'update members set blocked_at = null where id = $1 returning *', [memberId]);
}

export function writeBank(tx: Transaction, memberId: string, bank: BankInput): Promise<Member> {
  const sql = `update members set bank_code = $2, bank_account_no = $3, bank_account_name = $4 where id = $1 returning *`;
  return one<Member>(tx, sql, [memberId, bank.bankCode, bank.bankAccountNo, bank.bankAccountName]);
}
