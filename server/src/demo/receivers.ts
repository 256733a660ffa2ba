import type { Queryable } from '../platform/database.ts';

/** Accounts of ours that only the sandbox knows: their numbers cannot exist anywhere else. */
export async function openSandboxReceivers(db: Queryable): Promise<void> {
  await db.query(
    `insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency) values
      ('SCB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000011', 'BAHT'),
      ('KBANK', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000012', 'BAHT'),
      ('KBANK', 'BANK', 'SMS', 'KRAPAO SANDBOX', '0000000130', 'BAHT'),
      ('GSB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '000000000014', 'BAHT'),
      ('BCEL', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000000015', 'LAK'),
      ('WW', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000021', 'BAHT'),
      ('PAYONEX', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000022', 'BAHT'),
      ('PAYTIMZ', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000023', 'BAHT'),
      ('FP', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000024', 'BAHT')`,
  );
  await db.query(
    `insert into deposit_wallets (account_name, phone, mode, currency) values
      ('KRAPAO SANDBOX', '0000000016', 'AUTO', 'BAHT'),
      ('KRAPAO SANDBOX GIFT', '0000000017', 'GIFT', 'BAHT')`,
  );
}
