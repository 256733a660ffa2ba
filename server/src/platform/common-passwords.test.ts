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
  'aaaaaaaa',
  'abcabcab',
  'กขกขกขกข',
  '!!!!!!!!!!',
  'Password1!',
  '#P@ssw0rd2026',
  '1loveyou!!',
  'aaaaaaaa1',
  '0000000a',
  '1234567812',
  '987654321a',
  'abcdefgh',
  'qwertyqwerty1',
  'passwordpassword1',
  'password password',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['krapao-demo', 'krapao-desk', 'correct horse', '#', 'รหัสผ่านของฉัน', '4711 0815 1234'])(
  '%s is not common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

test.each(['krapao2026', 'krapao-demo', 'krapaowallet', 'KRAPAO123', 'krapaokrapao', '1krapao!'])(
  '%s is hardly more than the name of the service',
  (password) => {
    expect(isCommonPassword(password, 'Krapao')).toBe(true);
    expect(isCommonPassword(`${password} and seven geese`, 'Krapao')).toBe(false);
  },
);

test('a name of one or two letters, which many words have in them, says nothing', () => {
  expect(isCommonPassword('a9f2-77q', 'Q')).toBe(false);
});
