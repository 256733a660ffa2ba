import { expect, test } from 'vitest';
import { dateTimeText } from './date-text.ts';

test('a time reads DD/MM/YYYY HH:mm:ss with every part padded', () => {
  expect(dateTimeText(new Date(2026, 0, 5, 3, 4, 9))).toBe('05/01/2026 03:04:09');
});
