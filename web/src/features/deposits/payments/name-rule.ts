import { ENGLISH_NAME_BANKS } from '@krapao/contract/members/limits.ts';
import { isEnglishName } from '@krapao/contract/rules.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import type { DepositBank } from '../deposits.queries.ts';

type Own = Wallet['bankAccount'];

/** KBANK deposits are matched by the payer's name, and these banks send the name in English only. */
export function needsEnglishName({ bankCode, mode }: Pick<DepositBank, 'bankCode' | 'mode'>, own: Own): boolean {
  return (
    bankCode === 'KBANK' &&
    mode === 'AUTO' &&
    ENGLISH_NAME_BANKS.includes(own.bank.code) &&
    !isEnglishName(own.bankAccountName)
  );
}

/** The name as it is stored, or `null` if it has other letters, or none. */
export function englishName(typed: string): string | null {
  const name = typed.trim().replace(/ +/g, ' ').toUpperCase();
  return isEnglishName(name) ? name : null;
}
