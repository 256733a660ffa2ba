import { expect, test } from 'vitest';
import {
  canBeSameAccount,
  canBeSameName,
  compareNames,
  fullerAccount,
  fullerName,
  isAccount,
  isFullyShown,
  isSameName,
  searchableDigits,
} from './match-sender.ts';

test.each([
  ['1234567890', true],
  ['123-4-56789-0', true],
  ['x7890', true],
  ['X-7890', true],
  ['xxx-x-x6789-x', true],
  ['xxxxxx7890', true],
  // Without a hidden digit the whole number is meant.
  ['7890', false],
  ['', false],
  ['x7891', false],
  ['1xxxxx7891', false],
  ['2xxxxx7890', false],
  ['xxxxxxx7890', false],
])('an account shown as %s is 1234567890: %s', (shown, isIt) => {
  expect(isAccount(shown, '1234567890')).toBe(isIt);
});

test.each([
  ['x7890', 'xxxxx6789x', true],
  ['x7890', '1234567890', true],
  ['', 'x7890', true],
  ['x7890', 'x7891', false],
  ['x17890', 'x27890', false],
  ['xxxxx6789x', 'x1890', false],
])('%s and %s can be one account: %s', (one, other, canBe) => {
  expect([canBeSameAccount(one, other), canBeSameAccount(other, one)]).toEqual([canBe, canBe]);
});

test('an account is fully shown with six digits or more and none hidden', () => {
  const shown = ['123456', '123-4-56789-0', '12345', '12345x', 'x123456', ''];
  expect(shown.map(isFullyShown)).toEqual([true, true, false, false, false, false]);
});

test('members are looked for by the last four digits of an account, or by the four before a hidden last digit', () => {
  const last = { are: 'last', digits: '7890' };
  const beforeTheLast = { are: 'before the last', digits: '6789' };
  const shown = ['x7890', '1234567890', 'xxx-x-x6789-x', 'x890', '6789xx', ''];
  expect(shown.map(searchableDigits)).toEqual([last, last, beforeTheLast, null, null, null]);
});

test.each([
  ['x7890', 'xxxxx6789x', 'xxxxx67890'],
  ['x7890', '1234567890', '1234567890'],
  ['1234567890', 'x7890', '1234567890'],
  ['123-4-56789-0', 'x7890', '123-4-56789-0'],
  ['', 'x7890', 'x7890'],
  ['x7890', '', 'x7890'],
  ['x7890', 'x17891', 'x7890'],
])('%s and then %s show %s of an account', (first, then, together) => {
  expect(fullerAccount(first, then)).toBe(together);
});

test.each([
  ['SOMYING J', 'SOMYING JAIDEE', 'SOMYING JAIDEE'],
  ['SOMYING JAIDEE', 'SOMYING J', 'SOMYING JAIDEE'],
  ['SOMYING J', 'MS. SOMYING J', 'SOMYING J'],
  ['SOMYING J', 'MALEE SAENSUK', 'SOMYING J'],
  ['SOMYING J', '', 'SOMYING J'],
  ['', 'SOMYING J', 'SOMYING J'],
  ['สมหญิง', 'SOMYING JAIDEE', 'สมหญิง'],
])('%s and then %s show the name %s', (first, then, together) => {
  expect(fullerName(first, then)).toBe(together);
});

test.each([
  ['SOMYING JAIDEE', 'SOMYING JAIDEE', 'same'],
  ['somying j', 'SOMYING JAIDEE', 'same'],
  ['SOMYING J.', 'SOMYING JAIDEE', 'same'],
  ['SOMYING J***', 'SOMYING JAIDEE', 'same'],
  ['SOMYING…', 'SOMYING JAIDEE', 'same'],
  ['SOMYING', 'SOMYING JAIDEE', 'same'],
  ['SOM', 'SOMYING JAIDEE', 'same'],
  ['SOMYING J K', 'SOMYING JAIDEE KLA', 'same'],
  ['SO', 'SOMYING JAIDEE', 'different'],
  ['OMYING', 'SOMYING JAIDEE', 'different'],
  // Only the last word that is shown may be cut off.
  ['SOM J', 'SOMYING JAIDEE', 'different'],
  ['SOMYING K', 'SOMYING JAIDEE', 'different'],
  ['SOMYING J K', 'SOMYING JAIDEE', 'different'],
  ['SOMYING JAIDEE', 'SOMYING', 'different'],
  ['JAIDEE', 'SOMYING JAIDEE', 'different'],
  ['MRS MALEE D', 'MALEE DEE', 'same'],
  ['MISS MALEE', 'MR.MALEE DEE', 'same'],
  ['DR. MALEE', 'MS MALEE DEE', 'same'],
  ['MRIGA D', 'MRIGA DEE', 'same'],
  ['IGA D', 'MRIGA DEE', 'different'],
  ['นางสาวสมหญิง ใจดี', 'สมหญิง ใจดี', 'same'],
  ['นางสมหญิง ใจ', 'น.ส.สมหญิง ใจดี', 'same'],
  ['ด.ช.สมชาย', 'คุณ สมชาย ใจดี', 'same'],
  ['ด.ญ. สมหญิง', 'นายสมหญิง', 'same'],
  ['ທ້າວ ຄຳແພງ', 'ຄຳແພງ ສີ', 'same'],
  ['ທ. ຄຳແພງ', 'ຄຳແພງ ສີ', 'same'],
  ['ນາງສາວຄຳ ສີ', 'ນາງ ຄຳ ສີ', 'same'],
  ['สมหญิง ใจดี', 'SOMYING JAIDEE', 'unknown'],
  ['ຄຳແພງ', 'สมหญิง ใจดี', 'unknown'],
  ['', 'SOMYING JAIDEE', 'unknown'],
  ['***', 'SOMYING JAIDEE', 'unknown'],
  ['SOMYING JAIDEE', '', 'unknown'],
])('the name %s where %s is registered: %s', (shown, registered, compared) => {
  expect(compareNames(shown, registered)).toBe(compared);
});

test('two shown names can be one whichever is cut off more, and are the same only in one script', () => {
  const pairs = [
    ['SOMYING J', 'SOMYING JAIDEE'],
    ['SOMYING JAIDEE', 'SOMYING J'],
    ['SOMYING J', 'สมหญิง'],
    ['SOMYING J', ''],
    ['SOMYING J', 'MALEE D'],
  ] as const;
  expect(pairs.map(([one, other]) => canBeSameName(one, other))).toEqual([true, true, true, true, false]);
  expect(pairs.map(([one, other]) => isSameName(one, other))).toEqual([true, true, false, false, false]);
});
