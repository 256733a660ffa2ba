import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Wallet } from '../../../wallet/wallet.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { hookOf, wordsIn } = await import('../../../i18n/rendered-once.tsx');
const { queryClient } = await import('../../../platform/query-client.ts');
const { endSession } = await import('../../../platform/session.ts');
const { useTransfer } = await import('../../../wallet/transfers.queries.ts');
const { useWithdrawing } = await import('./use-withdrawing.ts');
const { WithdrawReview } = await import('./withdraw-review.tsx');
const { lostWithdrawals } = await import('./withdrawals.queries.ts');

const sent: { url: string; key: string; body: unknown }[] = [];
const idle = () => vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Headers; body: string }) => {
    sent.push({ url, key: headers.get('idempotency-key') ?? '', body: JSON.parse(body) });
    throw new TypeError('no network');
  });
});
afterEach(endSession);
afterAll(() => void vi.unstubAllGlobals());

test('a withdrawal without an answer is looked up at once, and still when another amount is asked for or the member gives up', async () => {
  const onClose = vi.fn();
  const withdrawing = hookOf(() => useWithdrawing({ open: true, onClose }));
  withdrawing.send(100);
  withdrawing.send(100);
  await idle();
  expect(lostWithdrawals.all()).toEqual([sent[0]?.key]);
  withdrawing.send(200.5);
  await idle();
  withdrawing.closeFailure();
  withdrawing.close();
  expect(lostWithdrawals.all()).toEqual(sent.map(({ key }) => key));
  expect([sent.map(({ body }) => body), onClose.mock.calls.length]).toEqual([[{ amount: 100 }, { amount: 200.5 }], 1]);
});

test('a failure that is closed after its sheet leaves the withdrawal to be looked up', async () => {
  const withdrawing = hookOf(() => useWithdrawing({ open: false, onClose: () => undefined }));
  withdrawing.send(100);
  await idle();
  withdrawing.closeFailure();
  expect(lostWithdrawals.all()).toEqual([sent[0]?.key]);
});

test('while a withdrawal is on its way no transfer is sent', async () => {
  const { withdrawing, transfer } = hookOf(() => ({
    withdrawing: useWithdrawing({ open: true, onClose: () => undefined }),
    transfer: useTransfer(),
  }));
  withdrawing.send(100);
  transfer.mutate({ from: 'wallet', to: 'pg', amount: 1 });
  await idle();
  expect(sent.map(({ url }) => url)).toEqual(['/api/wallet/withdrawAll']);
});

test.each([
  [100_00n, false],
  [100_01n, true],
])('of 100 in the main wallet, %d take something from the games: %s', (amount, gathers) => {
  const slots = [{ amount: 50 }];
  const wallet = { wallet: { amount: 100, inTransit: 0, withdrawing: 0 }, slots, profile: { currency: 'BAHT' } };
  const words = wordsIn(<WithdrawReview wallet={wallet as unknown as Wallet} amount={amount} />);
  expect(/0\.0\d baht/.exec(words)?.[0]).toBe(gathers ? '0.01 baht' : undefined);
});
