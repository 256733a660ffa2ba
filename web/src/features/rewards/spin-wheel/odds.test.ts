import { expect, test } from 'vitest';
import { chanceText } from './odds.ts';

test.each([
  [1, [1, 1], '50%'],
  [1, [1, 2], '33.33%'],
  [5, [995, 5], '0.5%'],
  [1, [99_999, 1], '<0.01%'],
  [0, [1, 0], '0%'],
  [3, [3], '100%'],
])('a weight of %d among %j is a chance of %s', (weight, weights, text) => {
  expect(chanceText(weight, weights)).toBe(text);
});
