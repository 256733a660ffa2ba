import type { Edition } from '@krapao/contract/constants.ts';
import { post } from '../ledger/ledger.ts';
import { type Database, inTransaction, maybeOne } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';

export const DEMO_PHONE = '0812345678';
export const DEMO_PASSWORD = 'krapao-demo';
const DEMO_MEMBER = 'DEM00001';

const DEMO = {
  th: { name: 'สมชาย ใจดี', currency: 'BAHT', bankCode: 'KBANK', bankAccountNo: '0000000001', opening: 12_480_50n },
  la: { name: 'ສົມໄຊ ໃຈດີ', currency: 'LAK', bankCode: 'BCEL', bankAccountNo: '0000000000001', opening: 7_488_300_00n },
} as const;

/**
 * Fills an empty database with a member to look around with, and answers whether it did. Its receivers cannot exist
 * anywhere else.
 */
export async function seedDemo(db: Database, edition: Edition): Promise<boolean> {
  const { name, currency, bankCode, bankAccountNo, opening } = DEMO[edition];
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return inTransaction(db, async (tx) => {
    await tx.query('lock table members in share row exclusive mode');
    if (await maybeOne(tx, 'select from members limit 1')) return false;
    await tx.query(
      `insert into members (id, edition, phone, name, password_hash, currency, source_code,
          bank_code, bank_account_name, bank_account_no)
        values ($1, $2, $3, $4, $5, $6, 'friend', $7, 'SOMCHAI JAIDEE', $8)`,
      [DEMO_MEMBER, edition, DEMO_PHONE, name, passwordHash, currency, bankCode, bankAccountNo],
    );
    await post(tx, {
      key: 'demo/opening',
      reason: 'deposit',
      memberId: DEMO_MEMBER,
      currency,
      from: 'house:demo',
      to: 'main',
      amount: opening,
    });
    await tx.query(
      `insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency) values
        ('SCB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000011', 'BAHT'),
        ('KBANK', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000012', 'BAHT'),
        ('KBANK', 'BANK', 'SMS', 'KRAPAO SANDBOX', '0000000013', 'BAHT'),
        ('GSB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '000000000014', 'BAHT'),
        ('BCEL', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000000015', 'LAK')`,
    );
    await tx.query(
      `insert into deposit_wallets (account_name, phone, mode, currency) values
        ('KRAPAO SANDBOX', '0000000016', 'AUTO', 'BAHT'),
        ('KRAPAO SANDBOX GIFT', '0000000017', 'GIFT', 'BAHT')`,
    );
    return true;
  });
}
