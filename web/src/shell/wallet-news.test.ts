import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SPREAD_MS, walletNews } from './wallet-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('after a reconnect the wallets of many members are read at moments spread over five seconds', () => {
  const reads: number[] = [];
  const start = performance.now();
  for (let member = 0; member < 1_000; member += 1) walletNews(() => reads.push(performance.now() - start)).missed();
  vi.advanceTimersByTime(SPREAD_MS);
  expect(reads).toHaveLength(1_000);
  const inSecond = (second: number) => reads.filter((ms) => Math.floor(ms / 1_000) === second).length;
  for (let second = 0; second < 5; second += 1) expect(inSecond(second)).toBeLessThan(300);
});

test('many events make one reading, and news of a change does not wait for the turn of a reconnect', () => {
  const read = vi.fn();
  const news = walletNews(read);
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  news.missed();
  news.missed();
  for (let event = 0; event < 5; event += 1) news.changed();
  vi.advanceTimersByTime(300);
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(SPREAD_MS);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a member who uses the page has the news of a reconnect read at once, and nothing is read without news', () => {
  const read = vi.fn();
  const news = walletNews(read);
  news.memberActs();
  vi.advanceTimersByTime(SPREAD_MS);
  expect(read).not.toHaveBeenCalled();
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  news.missed();
  news.memberActs();
  vi.advanceTimersByTime(300);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a page that is left reads nothing', () => {
  const read = vi.fn();
  const news = walletNews(read);
  news.changed();
  news.stop();
  vi.advanceTimersByTime(SPREAD_MS);
  expect(read).not.toHaveBeenCalled();
});
