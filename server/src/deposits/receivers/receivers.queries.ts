import type { Currency } from '@krapao/contract/money.ts';
import { many, type Queryable } from '../../platform/database.ts';

type DepositBank = {
  bank_code: string;
  bank_type: string;
  mode: 'AUTO' | 'SMS';
  account_name: string;
  account_no: string;
  currency: Currency;
};

export function openBanks(db: Queryable, currency: Currency): Promise<DepositBank[]> {
  return many<DepositBank>(db, 'select * from deposit_banks where is_open and currency = $1 order by id', [currency]);
}

type DepositWallet = { walletAccountName: string; walletAccountNo: string | null; mode: 'AUTO' | 'GIFT' };

export function openWallets(db: Queryable, currency: Currency): Promise<DepositWallet[]> {
  const sql = `select account_name as "walletAccountName", mode,
      case when mode = 'AUTO' then phone end as "walletAccountNo"
    from deposit_wallets where is_open and currency = $1 order by id`;
  return many<DepositWallet>(db, sql, [currency]);
}
