import { expect, test } from 'vitest';
import { pageCount, pagerWindow } from './pager-window.ts';

test.each([
  [1, 1, [1]],
  [1, 9, [1, 2]],
  [3, 9, [1, 2, 3, 4]],
  [5, 9, [2, 3, 4, 5, 6]],
  [9, 9, [6, 7, 8, 9]],
])('at page %d of %d: three before and one after', (page, pages, window) => {
  expect(pagerWindow(page, pages)).toEqual(window);
});

test('an empty list has one page, and a full last page no other behind it', () => {
  expect([0, 1, 10, 11].map((total) => pageCount(total, 10))).toEqual([1, 1, 1, 2]);
});
