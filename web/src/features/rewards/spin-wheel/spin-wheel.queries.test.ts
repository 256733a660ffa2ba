import { afterAll, afterEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { queryClient } = await import('../../../platform/query-client.ts');
const { endSession } = await import('../../../platform/session.ts');
const { WALLET_KEY } = await import('../../../wallet/wallet.queries.ts');
const { pendingSpins } = await import('./pending-spins.ts');
const { noteSpin, sendSpin } = await import('./spin-wheel.queries.ts');

afterEach(endSession);
afterAll(() => void vi.unstubAllGlobals());

const KEY = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';
const SEEDS = { clientSeed: 'a', serverSeedHash: 'b' };

test.each([
  ['is answered, until its prize is shown', async () => Response.json({ success: true, result: {} }), [KEY]],
  ['has no answer', () => Promise.reject(new TypeError('no network')), [KEY]],
  ['meets a server that is not there', async () => Response.json({}, { status: 503 }), [KEY]],
  ['is refused in an answer', async () => Response.json({ success: false, error: 'NO_COIN' }), []],
  ['is refused', async () => Response.json({ message: 'NO_DATA' }, { status: 404 }), []],
])('a spin that %s is looked for again, or not: %#', async (_what, answer, looked) => {
  const fetched = vi.fn(answer as (url: string, options: { headers: Headers; body: string }) => Promise<Response>);
  vi.stubGlobal('fetch', fetched);
  await sendSpin(SEEDS, 'en', KEY).catch(() => undefined);
  expect(pendingSpins.all()).toEqual(looked);
  const [, { headers, body } = { headers: new Headers(), body: '' }] = fetched.mock.calls[0] ?? [];
  expect([headers.get('idempotency-key'), JSON.parse(body)]).toEqual([KEY, SEEDS]);
});

test('a spin that is refused in an answer fails as a refusal, so that the next one is another spin', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error: 'NO_COIN' }));
  await expect(sendSpin(SEEDS, 'en', KEY)).rejects.toMatchObject({ code: 'NO_COIN', status: 422 });
});

test('the answer of a spin brings the coins that are left and the next promise to the wheel in every language', () => {
  const wheel = { serverSeedHash: 'old', slices: [] };
  const setup = { activeSpinwheel: wheel, userCoin: 3 };
  const key = (locale: string) => [...WALLET_KEY, 'wheel', 'setup', locale];
  queryClient.setQueryData(key('en'), setup);
  queryClient.setQueryData(key('th'), { activeSpinwheel: null, userCoin: 3 });
  noteSpin({ remainingCoin: 2, nextServerSeedHash: 'new' } as Parameters<typeof noteSpin>[0]);
  expect(queryClient.getQueryData(key('en'))).toEqual({
    activeSpinwheel: { ...wheel, serverSeedHash: 'new' },
    userCoin: 2,
  });
  expect(queryClient.getQueryData(key('th'))).toEqual({ activeSpinwheel: null, userCoin: 3 });
});
