import { expect, test } from 'vitest';
import { clockText } from './countdown.ts';

test.each([
  [0, '00:00'],
  [9, '00:09'],
  [60, '01:00'],
  [299, '04:59'],
  [600, '10:00'],
  [6_000, '100:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
