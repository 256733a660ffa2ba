import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  '12345678',
  'password',
  'Password1',
  'IloveYou1',
  'qwertyuiop',
  'P@SSW0RD',
  '88888888',
  '12341234',
  '987654321',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['krapao-demo', 'krapao-desk', 'correct horse', '#', 'รหัสผ่านของฉัน', '4711 0815 1234'])(
  '%s is not common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);
