import { expect, test } from 'vitest';
import type { StatementEntry } from '../../../wallet/movements.queries.ts';
import { MOST_ENTRIES, type Reading, readAll } from './read-all.ts';

/** A member with that many entries, numbered from the newest. */
function member(total: number) {
  const asked: number[] = [];
  const readPage = async ({ page, limit }: { page: number; limit: number }) => {
    asked.push(page);
    const first = (page - 1) * limit;
    const count = Math.max(0, Math.min(limit, total - first));
    const statements = Array.from({ length: count }, (_, index) => ({ id: String(first + index) }) as StatementEntry);
    return { total, statements, days: [] };
  };
  return { asked, readPage };
}

test.each([
  [0, 1],
  [100, 1],
  [101, 2],
  [250, 3],
])('%d entries are read in %d calls, each entry once and in order', async (total, calls) => {
  const { asked, readPage } = member(total);
  const progress: Reading[] = [];
  const { entries, isCut } = await readAll(readPage, (reading) => progress.push(reading));
  expect(entries.map(({ id }) => Number(id))).toEqual(Array.from({ length: total }, (_, index) => index));
  expect(asked).toHaveLength(calls);
  expect(progress.at(-1)).toEqual({ done: total, of: total });
  expect(isCut).toBe(false);
});

test('more than a phone can carry is cut, and said to be', async () => {
  const { asked, readPage } = member(MOST_ENTRIES + 1);
  const { entries, isCut } = await readAll(readPage, () => undefined);
  expect([entries.length, asked.length, isCut]).toEqual([10_000, 100, true]);
});

test('exactly as many as a phone can carry are not cut', async () => {
  const { asked, readPage } = member(MOST_ENTRIES);
  const { isCut } = await readAll(readPage, () => undefined);
  expect([asked.length, isCut]).toEqual([100, false]);
});

test('an entry that moves on to the next page is there once, and the results of all pages are there', async () => {
  const { readPage } = member(150);
  const { entries, results } = await readAll(
    async (page) => {
      const read = await readPage(page);
      const again = page.page === 2 ? [{ id: '99' } as StatementEntry] : [];
      const day = { day: `2026-11-1${page.page}`, game: 'pg', amount: 1 };
      return { ...read, statements: [...again, ...read.statements], results: [day] };
    },
    () => undefined,
  );
  expect([entries.length, new Set(entries.map(({ id }) => id)).size]).toEqual([150, 150]);
  expect(results.map(({ day }) => day)).toEqual(['2026-11-11', '2026-11-12']);
});

test('a page that fails ends it', async () => {
  const failure = new Error('lost');
  await expect(
    readAll(
      () => Promise.reject(failure),
      () => undefined,
    ),
  ).rejects.toBe(failure);
});
