import { expect, test } from 'vitest';
import { cloneDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { openParties } from './parties.ts';

const { db, url } = await cloneDatabase();
const DAY = '2026-03-10';

async function addAccounts(): Promise<void> {
  await db.query(`delete from deposit_banks`);
  await db.query(`delete from deposit_wallets`);
  const banks = [
    ['SCB', 'BANK', 'AUTO', '12'],
    ['SCB', 'BANK', 'SMS', '12'],
    ['KBANK', 'BANK', 'AUTO', '11'],
    ['WW', 'PAYMENT', 'AUTO', '13'],
  ];
  for (const bank of banks)
    await db.query(
      `insert into deposit_banks (bank_code, bank_type, mode, account_no, account_name, currency, is_open)
        values ($1, $2, $3, $4, 'x', 'BAHT', false)`,
      bank,
    );
  const wallet = `insert into deposit_wallets (account_name, phone, mode, currency) values ('x', '0812345678', 'GIFT', 'BAHT')`;
  await db.query(wallet);
}

test('every account of ours is a party, once and also when it is closed; one without an address says so', async () => {
  await addAccounts();
  const parties = await openParties(readConfig({ DATABASE_URL: url }), db, async () => {});
  expect(parties.map(({ name }) => name)).toEqual(['KBANK 11', 'SCB 12', 'TRUEMONEY 0812345678', 'WW 13']);
  for (const { ask } of parties) await expect(ask(DAY)).rejects.toThrow('it has no address');
  expect(parties.map(({ records }) => records.values)).toEqual([
    ['KBANK', '11'],
    ['SCB', '12'],
    ['TRUEMONEY', '0812345678'],
    ['WW', '13'],
  ]);
});
