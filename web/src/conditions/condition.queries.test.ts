import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { queryClient } = await import('../platform/query-client.ts');
const { WALLET_KEY } = await import('../wallet/wallet.queries.ts');
const { noteCleared } = await import('./condition.queries.ts');

afterEach(() => queryClient.clear());
afterAll(() => void vi.unstubAllGlobals());

const running = { status: true, type: 'bonus' };

test.each([
  ['was cleared', 'SUCCESS', running, { status: false }],
  ['is being cleared', 'PENDING', running, { ...running, isClearing: true }],
  ['had ended already', 'PENDING', { status: false }, { status: false }],
  ['was never read', 'PENDING', undefined, undefined],
] as const)('a condition that %s is shown so at once', (_what, status, before, after) => {
  const key = [...WALLET_KEY, 'condition'];
  queryClient.setQueryData(key, before);
  noteCleared({ status } as Parameters<typeof noteCleared>[0]);
  expect(queryClient.getQueryData(key)).toEqual(after);
});
