import { bankByCode } from '@krapao/contract/banks.ts';
import type { Edition } from '@krapao/contract/editions.ts';
import type { Currency } from '@krapao/contract/money.ts';
import { insertRow, one, type Queryable, type Transaction } from '../../platform/database.ts';

export type Member = {
  id: string;
  name: string;
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

export async function currencyOf(db: Queryable, memberId: string): Promise<Currency> {
  return (await one<Pick<Member, 'currency'>>(db, 'select currency from members where id = $1', [memberId])).currency;
}

export function profileOf(member: Member) {
  return {
    _id: member.id,
    name: member.name,
    username: member.phone,
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
  edition: Edition;
  source_code: string | null;
  invited_by: string | null;
};

export function insertMember(tx: Transaction, member: NewMember): Promise<Member> {
  return insertRow<Member>(tx, 'members', member);
}

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
