import { banksOf } from '@krapao/contract/banks.ts';
import { Type } from 'typebox';

const codes = (edition: 'th' | 'la') => banksOf(edition).map(({ code }) => code);

export const BANK_CODES: readonly string[] = [...codes('th'), ...codes('la')];
export const BankCode = Type.Enum([...BANK_CODES]);
export const AccountNumber = Type.String({ pattern: '^\\d{6,20}$' });
// PostgreSQL stores no NUL, and XML (the slip's picture) no other control characters.
export const PersonName = Type.String({ pattern: '^\\P{Cc}{1,100}$' });

export function isLaoBank(code: string): boolean {
  return codes('la').includes(code);
}
