import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { hookOf } = await import('../../i18n/rendered-once.tsx');
const { queryClient } = await import('../../platform/query-client.ts');
const { endSession } = await import('../../platform/session.ts');
const { useCancelQrcode, useCreateQrcode, waitingProvider } = await import('./qrcodes/qrcodes.queries.ts');
const { lastDeposit } = await import('./last-deposit.ts');
const { useManualDeposit } = await import('./announced/announced.queries.ts');
const { useSendLink } = await import('./truelinks/truelinks.queries.ts');

const sent: { call: string; key: string; body: unknown }[] = [];
const replies: (object | null)[] = [];
const idle = () => vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
const code = (provider: string) => queryClient.getQueryData(['qrcode', provider]);
const isOld = (provider: string) => queryClient.getQueryState(['qrcode', provider])?.isInvalidated;

beforeEach(() => {
  sent.length = 0;
  replies.length = 0;
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, headers, body }: { method: string; headers: Headers; body: string }) => {
      sent.push({
        call: `${method} ${url}`,
        key: headers.get('idempotency-key') ?? '',
        body: body && JSON.parse(body),
      });
      const reply = replies.shift();
      if (!reply) throw new TypeError('no network');
      return Response.json(reply);
    },
  );
});
afterEach(() => {
  endSession();
});
afterAll(() => void vi.unstubAllGlobals());

test('a new code is shown at once, its provider and amount are remembered, and codes of other providers are read again', async () => {
  for (const provider of ['WW', 'FP']) queryClient.setQueryData(['qrcode', provider], { hasQrcode: false });
  const made = { hasQrcode: true, qrcodeId: 'a', amount: 500.25 };
  replies.push(made);
  const [create, other] = hookOf(() => [useCreateQrcode('WW'), useCreateQrcode('FP')] as const);
  create.mutate({ amount: 500 });
  other.mutate({ amount: 500 });
  await idle();
  expect(sent).toEqual([{ call: 'POST /api/qrcode/WW', key: expect.any(String), body: { amount: 500 } }]);
  expect([code('WW'), isOld('WW'), isOld('FP')]).toEqual([made, false, true]);
  expect(lastDeposit()).toEqual({ way: 'qr', provider: 'WW', amount: 500 });
  expect([waitingProvider(['FP', 'WW']), waitingProvider(['FP', 'KBANK'])]).toEqual(['WW', undefined]);
});

test('a code that the provider does not make is a refusal: the next try is another wish', async () => {
  replies.push({ hasQrcode: false, message: 'QR_FAIL' }, null, null);
  const create = hookOf(() => useCreateQrcode('WW'));
  for (let press = 0; press < 3; press++) {
    create.mutate({ amount: 500 });
    await idle();
  }
  const [refused, lost, again] = sent.map(({ key }) => key);
  expect([refused === lost, lost === again, code('WW'), lastDeposit()]).toEqual([false, true, undefined, {}]);
});

test('a code that is cancelled is gone at once, and one that could not be is read again', async () => {
  queryClient.setQueryData(['qrcode', 'WW'], { hasQrcode: true, qrcodeId: 'a' });
  const cancel = hookOf(() => useCancelQrcode('WW'));
  cancel.mutate({ qrcodeId: 'a' });
  await idle();
  expect([code('WW'), isOld('WW')]).toEqual([{ hasQrcode: true, qrcodeId: 'a' }, true]);
  replies.push({ hasQrcode: false });
  cancel.mutate({ qrcodeId: 'a' });
  await idle();
  expect(code('WW')).toEqual({ hasQrcode: false });
  expect(new Set(sent.map(({ call, key }) => `${call} ${key}`)).size).toBe(1);
});

test('a gift link and an announced deposit that are sent again after a lost answer are the same, to the letter', async () => {
  const link = hookOf(useSendLink);
  const announce = hookOf(useManualDeposit);
  for (let press = 0; press < 2; press++) {
    link.mutate({ link: 'https://gift.truemoney.com/campaign/?v=1', walletAccountName: 'KRAPAO' });
    await idle();
    announce.mutate({ amount: 100.5 });
    await idle();
  }
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(2);
  expect(sent.find(({ call }) => call === 'POST /api/wallet/add')?.body).toEqual({ amount: 100.5 });
});
