import { expect, test } from 'vitest';
import { englishName, needsEnglishName } from './name-rule.ts';

const own = (code: string, bankAccountName: string) => ({
  bankAccountName,
  bankAccountNo: '1234567890',
  bank: { code, nameTH: '', nameLA: '', nameEN: '' },
});
const kbank = { bankCode: 'KBANK', mode: 'AUTO' } as const;

test.each([
  ['KTB', 'สมชาย ใจดี', true],
  ['TMB', 'สมชาย ใจดี', true],
  ['BBL', 'SOMCHAI ใจดี', true],
  ['BBL', 'SOMCHAI JAIDEE', false],
  ['SCB', 'สมชาย ใจดี', false],
])('from %s as %s, KBANK AUTO asks for an English name: %s', (code, name, expected) => {
  expect(needsEnglishName(kbank, own(code, name))).toBe(expected);
});

test('no other account asks for it', () => {
  expect(needsEnglishName({ ...kbank, mode: 'SMS' }, own('KTB', 'สมชาย'))).toBe(false);
  expect(needsEnglishName({ ...kbank, bankCode: 'SCB' }, own('KTB', 'สมชาย'))).toBe(false);
});

test.each([
  ['somchai  jaidee ', 'SOMCHAI JAIDEE'],
  ['Somchai', 'SOMCHAI'],
  ['สมชาย', null],
  ['SOMCHAI 2', null],
  ['  ', null],
])('%j is kept as %j', (typed, kept) => {
  expect(englishName(typed)).toBe(kept);
});
