import { expect, test } from 'vitest';
import { ownBankFirst } from './own-bank-first.ts';

const accounts = [
  { bankCode: 'SCB', mode: 'AUTO' },
  { bankCode: 'KBANK', mode: 'SMS' },
  { bankCode: 'KBANK', mode: 'AUTO' },
  { bankCode: 'GSB', mode: 'AUTO' },
] as const;
const order = (ownBank: string) => ownBankFirst(accounts, ownBank).map(({ bankCode, mode }) => `${bankCode} ${mode}`);

test('the account at the member’s own bank stands first, one for other cases last', () => {
  expect(order('KBANK')).toEqual(['KBANK AUTO', 'SCB AUTO', 'GSB AUTO', 'KBANK SMS']);
  expect(order('GSB')).toEqual(['GSB AUTO', 'SCB AUTO', 'KBANK AUTO', 'KBANK SMS']);
});

test('without an account at the member’s bank the order stays', () => {
  expect(order('BBL')).toEqual(['SCB AUTO', 'KBANK AUTO', 'GSB AUTO', 'KBANK SMS']);
});
