import { expect, test } from 'vitest';
import { dateTimeText, isoDayText, shortTimeText } from './date-text.ts';

test('a time reads DD/MM/YYYY HH:mm:ss with every part padded', () => {
  expect(dateTimeText(new Date(2026, 0, 5, 3, 4, 9))).toBe('05/01/2026 03:04:09');
});

test('a short time names the day only if it is not today', () => {
  const now = new Date(2026, 10, 15, 9, 0);
  expect(shortTimeText(new Date(2026, 10, 15, 8, 5), now)).toBe('08:05');
  expect(shortTimeText(new Date(2026, 10, 14, 23, 59), now)).toBe('14/11 23:59');
});

test('a day for files and date inputs is the one of the own zone', () => {
  expect(isoDayText(new Date(2026, 0, 5, 0, 0, 1))).toBe('2026-01-05');
});
