import type { Queryable } from '../platform/database.ts';

/** Accounts of ours that only the sandbox knows: their numbers cannot exist anywhere else. */
export async function openSandboxReceivers(db: Queryable): Promise<void> {
  await db.query(
    `insert into deposit_banks (bank_code, bank_type, mode, account_name, account_no, currency, shares_references) values
      ('SCB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000011', 'BAHT', true),
      ('KBANK', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000012', 'BAHT', true),
      ('KBANK', 'BANK', 'SMS', 'KRAPAO SANDBOX', '0000000130', 'BAHT', true),
      ('GSB', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '000000000014', 'BAHT', true),
      ('BCEL', 'BANK', 'AUTO', 'KRAPAO SANDBOX', '0000000000015', 'LAK', true),
      ('WW', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000021', 'BAHT', true),
      ('PAYONEX', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000022', 'BAHT', true),
      ('PAYTIMZ', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000023', 'BAHT', true),
      ('FP', 'PAYMENT', 'AUTO', 'KRAPAO SANDBOX', '000000000000024', 'BAHT', true)`,
  );
  await db.query(
    `insert into deposit_wallets (account_name, phone, mode, currency) values
      ('KRAPAO SANDBOX', '0000000016', 'AUTO', 'BAHT'),
      ('KRAPAO SANDBOX GIFT', '0000000017', 'GIFT', 'BAHT')`,
  );
}
