import { expect, test } from 'vitest';
import { inOnePart } from './one-part.ts';

test('the service’s name stands before a text as long as both have 70 characters together, and not beyond', () => {
  const [fits, tooLong] = ['ก'.repeat(62), 'ก'.repeat(63)];
  expect(inOnePart('KRAPAO', fits)).toBe(`KRAPAO: ${fits}`);
  expect(inOnePart('KRAPAO', tooLong)).toBe(tooLong);
});
