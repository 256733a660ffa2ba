import type { Edition } from '@krapao/contract/editions.ts';
import { e164Of } from '@krapao/contract/phones.ts';
import { type Database, inTransaction, maybeOne, type Queryable } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';
import { writeOperator } from '../staff/operators.queries.ts';
import type { RoleName } from '../staff/roles.ts';
import { openSandboxReceivers } from './receivers.ts';
import { openSandboxRewards } from './rewards.ts';
import { putUpSandboxWheel } from './wheel.ts';

export const DEMO_PHONE = '0812345678';
export const DEMO_PASSWORD = 'krapao-demo';
export const DEMO_MEMBER = 'DEM00001';

/** Each is called by what they may do; two people for what needs two of a kind. */
const DEMO_OPERATORS: Record<string, RoleName[]> = {
  desk: ['support-lead'],
  support: ['support'],
  cashier: ['cashier'],
  finance: ['finance'],
  'finance-2': ['finance'],
  risk: ['risk'],
  marketing: ['marketing'],
  admin: ['admin'],
  'admin-2': ['admin'],
  auditor: ['auditor'],
};
const OPERATORS_PASSWORD = 'krapao-desk';

export const DEMO = {
  th: {
    name: 'สมชาย ใจดี',
    bankAccountName: 'SOMCHAI JAIDEE',
    currency: 'BAHT',
    bankCode: 'KBANK',
    bankAccountNo: '0000000001',
  },
  la: {
    name: 'ສົມໄຊ ໃຈດີ',
    bankAccountName: 'SOMXAY CHAIDY',
    currency: 'LAK',
    bankCode: 'BCEL',
    bankAccountNo: '0000000000001',
  },
} as const;

/**
 * Fills an empty database with a member to look around with, and answers whether it did. Money comes by the sandbox's
 * bank: see first-steps.ts.
 */
export async function seedDemo(db: Database, edition: Edition): Promise<boolean> {
  const { name, currency, bankCode, bankAccountName, bankAccountNo } = DEMO[edition];
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const operatorHash = await hashPassword(OPERATORS_PASSWORD);
  return inTransaction(db, async (tx) => {
    await tx.query('lock table members in share row exclusive mode');
    if (await maybeOne(tx, 'select from members limit 1')) return false;
    await tx.query(
      `insert into members (id, edition, phone, name, password_hash, currency, source_code,
          bank_code, bank_account_name, bank_account_no)
        values ($1, $2, $3, $4, $5, $6, 'friend', $7, $8, $9)`,
      [
        ...[DEMO_MEMBER, edition, e164Of(DEMO_PHONE, edition), name, passwordHash, currency],
        ...[bankCode, bankAccountName, bankAccountNo],
      ],
    );
    for (const [operator, roles] of Object.entries(DEMO_OPERATORS))
      await writeOperator(tx, { name: operator, passwordHash: operatorHash, roles });
    await openSandboxReceivers(tx);
    await openSandboxRewards(tx);
    await putUpSandboxWheel(tx);
    await markSeeded(tx);
    return true;
  });
}

/** Production does not start on what is marked. */
export async function markSeeded(db: Queryable): Promise<void> {
  await db.query('select mark_seeded()');
}
