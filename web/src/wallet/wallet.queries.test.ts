import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Wallet } from './wallet.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { queryClient } = await import('../platform/query-client.ts');
const { endSession } = await import('../platform/session.ts');
const { WALLET_KEY, isReadAnew, readOnReturn, readTimeOf, readWallet, refreshWallet, walletQuery } = await import(
  './wallet.queries.ts'
);

type Asked = { url: string; answer: (total: number) => void };
const asked: Asked[] = [];
const shown = () => queryClient.getQueryData(WALLET_KEY);
const urls = () => asked.map(({ url }) => url);
const waitForAsk = async (count: number) => {
  await vi.waitFor(() => expect(asked).toHaveLength(count));
  return asked[count - 1] as Asked;
};

let hide = () => {};
beforeEach(async () => {
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    asked.push({ url, answer: (total) => resolve(Response.json({ total, slots: [] })) });
    return promise;
  });
  hide = new QueryObserver(queryClient, walletQuery).subscribe(() => {});
  (await waitForAsk(1)).answer(1);
  await vi.waitFor(() => expect(shown()).toMatchObject({ total: 1 }));
});
afterEach(() => {
  hide();
  endSession();
  asked.length = 0;
  focusManager.setFocused(undefined);
});
afterAll(() => void vi.unstubAllGlobals());

test('a reading that was asked for before a refresh, and is answered after it, does not replace its figures', async () => {
  const reading = readWallet();
  const older = await waitForAsk(2);
  const refreshing = refreshWallet();
  (await waitForAsk(3)).answer(3);
  await refreshing;
  expect(shown()).toMatchObject({ total: 3 });
  older.answer(2);
  await reading;
  expect(shown()).toMatchObject({ total: 3 });
});

test('a refresh that was asked for before a reading, and is answered after it, does not replace its figures', async () => {
  const refreshing = refreshWallet();
  const older = await waitForAsk(2);
  const reading = readWallet();
  (await waitForAsk(3)).answer(3);
  await reading;
  older.answer(2);
  await refreshing;
  expect(shown()).toMatchObject({ total: 3 });
});

test('a member who comes back while a reading is on its way sees what is read after that', async () => {
  const stop = readOnReturn();
  focusManager.setFocused(false);
  const reading = readWallet();
  const older = await waitForAsk(2);
  focusManager.setFocused(true);
  (await waitForAsk(3)).answer(3);
  await vi.waitFor(() => expect(shown()).toMatchObject({ total: 3 }));
  older.answer(2);
  await reading;
  expect(shown()).toMatchObject({ total: 3 });
  stop();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(urls()).toEqual(['/api/wallet', '/api/wallet', '/api/wallet']);
});

const at = (...times: (string | undefined)[]) => ({
  slots: times.map((asOf, index) => ({ code: `game ${index}`, ...(asOf && { asOf }) })) as Wallet['slots'],
});
const [NINE, TEN] = ['2026-11-18T09:00:00.000Z', '2026-11-18T10:00:00.000Z'];

test('the figures are as old as the oldest that a game told, and never of the future', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  expect(readTimeOf(at(TEN, undefined, NINE), now).toISOString()).toBe(NINE);
  expect(readTimeOf(at(undefined), now).getTime()).toBe(now);
  expect(readTimeOf(at('2026-11-18T12:00:01Z'), now).getTime()).toBe(now);
});

test('a refresh has read the games if each tells its figure as of a later time', () => {
  expect(isReadAnew(at(TEN, TEN), at(NINE, NINE))).toBe(true);
  expect(isReadAnew(at(TEN, NINE), at(NINE, NINE))).toBe(false);
  expect(isReadAnew(at(NINE), at(NINE))).toBe(false);
  expect(isReadAnew(at(NINE), at(TEN))).toBe(false);
  // Nothing can have changed where a game has no time, and an account that was just opened has no earlier one.
  expect(isReadAnew(at(undefined, TEN), at(NINE, undefined))).toBe(true);
  expect(isReadAnew(at(NINE), undefined)).toBe(true);
});
