import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

test.each([
  [['PG'], 'PG'],
  [['PG', 'Joker'], 'PG และ Joker'],
  [['PG', 'Joker', 'IMI'], 'PG, Joker และ IMI'],
])('%j is said as %s', (names, text) => {
  expect(listText(names, 'และ')).toBe(text);
});
