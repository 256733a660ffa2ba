import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { queryClient } = await import('../platform/query-client.ts');
const { endSession } = await import('../platform/session.ts');
const { WALLET_KEY, readOnReturn, readWallet, refreshWallet, walletQuery } = await import('./wallet.queries.ts');

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
    asked.push({ url, answer: (total) => resolve(Response.json({ total })) });
    return promise;
  });
  hide = new QueryObserver(queryClient, walletQuery).subscribe(() => {});
  (await waitForAsk(1)).answer(1);
  await vi.waitFor(() => expect(shown()).toEqual({ total: 1 }));
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
  expect(shown()).toEqual({ total: 3 });
  older.answer(2);
  await reading;
  expect(shown()).toEqual({ total: 3 });
});

test('a refresh that was asked for before a reading, and is answered after it, does not replace its figures', async () => {
  const refreshing = refreshWallet();
  const older = await waitForAsk(2);
  const reading = readWallet();
  (await waitForAsk(3)).answer(3);
  await reading;
  older.answer(2);
  await refreshing;
  expect(shown()).toEqual({ total: 3 });
});

test('a member who comes back while a reading is on its way sees what is read after that', async () => {
  const stop = readOnReturn();
  focusManager.setFocused(false);
  const reading = readWallet();
  const older = await waitForAsk(2);
  focusManager.setFocused(true);
  (await waitForAsk(3)).answer(3);
  await vi.waitFor(() => expect(shown()).toEqual({ total: 3 }));
  older.answer(2);
  await reading;
  expect(shown()).toEqual({ total: 3 });
  stop();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(urls()).toEqual(['/api/wallet', '/api/wallet', '/api/wallet']);
});
