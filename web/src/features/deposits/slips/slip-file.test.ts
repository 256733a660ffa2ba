import { expect, test } from 'vitest';
import { slipFileProblem } from './slip-file.ts';

const MB = 1024 * 1024;

test.each([
  ['image/png', 1, null],
  ['image/jpeg', 10 * MB, null],
  ['image/webp', 10 * MB + 1, 'SIZE'],
  ['image/heic', 1, 'TYPE'],
  ['image/svg+xml', 1, 'TYPE'],
  ['application/pdf', 1, 'TYPE'],
  ['', 1, 'TYPE'],
])('%s of %d bytes: %s', (type, size, problem) => {
  expect(slipFileProblem({ type, size })).toBe(problem);
});
