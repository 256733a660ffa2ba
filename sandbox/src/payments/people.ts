import { banksOf } from '@krapao/contract/banks.ts';
import { Type } from 'typebox';

/** How those who pay and are paid are named in the calls that play them. */
const codes = (edition: 'th' | 'la') => banksOf(edition).map(({ code }) => code);

export const BANK_CODES: readonly string[] = [...codes('th'), ...codes('la')];
export const BankCode = Type.Enum([...BANK_CODES]);
export const AccountNumber = Type.String({ pattern: '^\\d{6,20}$' });
// PostgreSQL keeps no NUL, and XML none of the other control characters.
export const PersonName = Type.String({ pattern: '^\\P{Cc}{1,100}$' });

export function isLaoBank(code: string): boolean {
  return codes('la').includes(code);
}
