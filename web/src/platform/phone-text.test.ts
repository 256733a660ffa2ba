import { expect, test } from 'vitest';
import { groupedPhone } from './phone-text.ts';

test.each([
  ['', ''],
  ['081', '081'],
  ['0812', '081 2'],
  ['081 ', '081'],
  ['0812345678', '081 234 5678'],
  ['081-234-5678', '081 234 5678'],
  ['081234567890', '081 234 567890'],
  ['+66812345678', '+66812345678'],
])('%j is shown as %j and keeps every digit', (typed, shown) => {
  expect(groupedPhone(typed)).toBe(shown);
});
