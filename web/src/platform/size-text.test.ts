import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

const MB = 1024 * 1024;

test.each([
  [1, '1 KB'],
  [1_024, '1 KB'],
  [1_025, '2 KB'],
  [MB - 1_024, '1023 KB'],
  [MB, '1.0 MB'],
  [10 * MB, '10.0 MB'],
])('a file of %d bytes has the size %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
