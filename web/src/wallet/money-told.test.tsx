import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Wallet } from './wallet.queries.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { hookOf, markupOf, wordsIn } = await import('../i18n/rendered-once.tsx');
const { useI18n } = await import('../i18n/i18n.tsx');
const { ApiError } = await import('../platform/api-error.ts');
const { queryClient } = await import('../platform/query-client.ts');
const { endSession } = await import('../platform/session.ts');
const { waitingToasts } = await import('../ui/toast-queue.ts');
const { AmountField } = await import('./amount-field.tsx');
const { FrozenNote } = await import('./frozen-note.tsx');
const { WithheldNote } = await import('./withheld-note.tsx');
const { OwedNote } = await import('./owed-note.tsx');
const { OpenWithdrawals } = await import('./open-withdrawals.tsx');
const { useOutcomes } = await import('./outcomes.queries.ts');
const { useProblemText } = await import('./problem-text.ts');
const { QUICK_PICKS } = await import('./transfer-rules.ts');
const { pendingTransfers, useCollect, useTransfer } = await import('./transfers.queries.ts');
const { useBackByText } = await import('./use-back-by-text.ts');
const { useFailureTold } = await import('./use-failure-told.ts');
const { useRefusalText } = await import('./use-refusal-text.ts');
const { useStepText } = await import('./use-step-text.ts');
const { WALLET_KEY } = await import('./wallet.queries.ts');

const ID = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';
type Sent = { url: string; key: string | null; body: unknown };
const sent: Sent[] = [];

/** The next answers of the server; nothing is no answer. */
function serve(...replies: (object | null)[]): void {
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Headers; body: string }) => {
    sent.push({ url, key: headers.get('idempotency-key'), body: JSON.parse(body) });
    const reply = replies.shift();
    if (!reply) throw new TypeError('no network');
    return Response.json(reply);
  });
}
const idle = () => vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
const toasts = () => waitingToasts.get().map(({ tone, text }) => [tone, text]);

beforeEach(() => {
  sent.length = 0;
  waitingToasts.set([]);
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});
afterAll(() => void vi.unstubAllGlobals());

const NOTHING = { amount: 0, inTransit: 0, withdrawing: 0 };
function walletOf(wallet: Partial<Wallet['wallet']>, currency: 'BAHT' | 'LAK' = 'BAHT'): Wallet {
  return { wallet: { ...NOTHING, ...wallet }, slots: [], profile: { currency } } as unknown as Wallet;
}

test('a transfer that is done is told, one that is not is watched, and so is one without an answer, also once it is given up', async () => {
  serve({ id: ID, status: 'SUCCESS' }, { id: ID, status: 'PENDING' }, null);
  queryClient.setQueryData(WALLET_KEY, { ...walletOf({}), slots: [{ code: 'pg', name: 'PG Soft' }] });
  const wish = { from: 'wallet', to: 'pg', amount: 100.5 };
  const transfer = hookOf(useTransfer);
  transfer.mutate(wish);
  await idle();
  const done = ['success', 'Transfer complete: 100.50\u00a0baht is in PG Soft'];
  expect([toasts(), pendingTransfers.all()]).toEqual([[done], []]);
  transfer.mutate(wish);
  await idle();
  expect([toasts()[1]?.[0], pendingTransfers.all()]).toEqual(['info', [ID]]);
  transfer.mutate(wish);
  await idle();
  expect(pendingTransfers.all()).toEqual([ID, sent[2]?.key]);
  transfer.abandon();
  expect(pendingTransfers.all()).toEqual([ID, sent[2]?.key]);
  expect(sent.map(({ url, body }) => [url, body])).toEqual(Array(3).fill(['/api/wallet/transfer', wish]));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('while money moves by one button no other one moves money', async () => {
  serve({ id: ID, status: 'SUCCESS' });
  const { collect, transfer } = hookOf(() => ({ collect: useCollect(), transfer: useTransfer() }));
  collect.mutate({ to: 'wallet' });
  transfer.mutate({ from: 'wallet', to: 'pg', amount: 1 });
  await idle();
  const moving = sent.filter(({ body }) => body !== null);
  expect(moving.map(({ url, body }) => [url, body])).toEqual([['/api/wallet/transferAll', { to: 'wallet' }]]);
});

test('deposits and withdrawals that ended stand together, newest first', () => {
  const entry = (id: string, createdAt: string, rest: object) => ({
    id,
    amount: 1,
    status: 'SUCCESS',
    createdAt,
    ...rest,
  });
  queryClient.setQueryData(
    [...WALLET_KEY, 'outcomes'],
    [
      entry('old', '2026-11-15T08:00:00Z', { statementType: 'withdraw', step: 'PAID' }),
      entry('goes on', '2026-11-17T08:00:00Z', { statementType: 'withdraw', status: 'PROCESSING' }),
      entry('new', '2026-11-16T08:00:00Z', { statementType: 'deposit' }),
    ],
  );
  expect(hookOf(useOutcomes).data?.map(({ id }) => id)).toEqual(['new', 'old']);
});

test('money on its way is back by a time that is still to come, or nobody knows, or there is nothing to say', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T07:04:30.000Z') });
  const backBy = hookOf(useBackByText);
  expect(backBy('2026-11-15T07:04:30.001Z')).toContain('14:05');
  expect(backBy('2026-11-15T07:04:30.000Z')).toBe(backBy(null));
  expect(backBy(null)).not.toContain(':0');
  expect(backBy(undefined)).toBeNull();
});

test('a refusal about open bets names the games, and every other refusal has its own words', () => {
  const slots = [{ code: 'pg', name: 'PG Soft' }];
  queryClient.setQueryData(WALLET_KEY, { ...walletOf({}), slots });
  const refusal = hookOf(useRefusalText);
  const open = new ApiError({ code: 'OPEN_BETS', status: 422, games: ['pg', 'joker'] });
  expect(refusal(open)).toContain('PG Soft and JOKER');
  const unnamed = new ApiError({ code: 'OPEN_BETS', status: 422 });
  expect(refusal(unnamed)).toBe(hookOf(useI18n).errorText(unnamed));
  expect(refusal(new ApiError({ code: 'MONEY_NOT_ENOUGH', status: 422, games: ['pg'] }))).not.toContain('PG Soft');
});

test('only a wish that failed is told in red: one without an answer is not known yet, and one that is held back is not lost', () => {
  const told = hookOf(useFailureTold);
  const lost = new ApiError({ code: 'NETWORK_ERROR' });
  for (const [wish, words] of [
    ['transfer', /checking whether the transfer was made.*only once/],
    ['withdraw', /checking whether the withdrawal was received.*only once/],
    ['reward', /not known yet whether it was done.*only once/],
    ['other', /not known yet whether it was done.*only once/],
  ] as const)
    expect(told(lost, wish)).toEqual({ state: 'unknown', text: expect.stringMatching(words) });
  expect(told(lost).state).toBe('failed');
  const refusal = (code: string) => new ApiError({ code, status: 422 });
  for (const code of ['OPEN_BETS', 'WITHDRAWAL_PENDING', 'TRANSFER_PENDING'])
    expect([code, told(refusal(code), 'reward').state]).toEqual([code, 'notYet']);
  for (const code of ['MONEY_NOT_ENOUGH', 'BONUS_CONDITION'])
    expect([code, told(refusal(code), 'withdraw').state]).toEqual([code, 'failed']);
  expect(told(new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503 }), 'reward').state).toBe('failed');
});

test('a bonus for which no deposit counts says so, and a withdrawal under a condition names the condition', () => {
  const told = hookOf(useFailureTold);
  const refused = new ApiError({ code: 'BONUS_CONDITION', status: 422 });
  expect(told(refused, 'reward').text).toContain('No deposit of yours counts');
  expect(told(refused, 'withdraw').text).toBe(hookOf(useI18n).errorText(refused));
});

test('a withdrawal is explained while it is checked, unless its countdown does so, and with the reason of the bank when it is back', () => {
  const step = hookOf(useStepText);
  expect(step({ step: 'CHECKING' })).toBeTruthy();
  expect(step({ step: 'RETURNED', reason: 'BANK' })).toBeTruthy();
  expect(step({ step: 'RETURNED', reason: 'BANK' })).not.toBe(step({ step: 'RETURNED', reason: 'BOUNCED' }));
  const fresh = { step: 'CHECKING', leavesAt: '2026-11-15T07:04:30.000Z' } as const;
  for (const told of [
    fresh,
    { step: 'RETURNED' },
    { step: 'PAID', reason: 'BANK' },
    { step: 'ON_ITS_WAY' },
    {},
  ] as const)
    expect(step(told)).toBeNull();
});

test('an amount that breaks a bound is told with the bound, in the currency of the member', () => {
  const text = hookOf(() => useProblemText('LAK', 2_050n));
  expect(text('MINIMUM')).toContain('1.00\u00a0kip');
  expect(text('NOT_ENOUGH')).toContain('20.50\u00a0kip');
  expect([text(null), text(undefined)]).toEqual([undefined, undefined]);
});

test('frozen money, a debt and what is withheld are told with their amount, and nothing is told where there is none', () => {
  const frozenDeposits = [
    { from: 'TRUEMONEY', amount: 200.5, frozen: 200.5, creditedAt: new Date(2026, 10, 15, 9, 5).toISOString() },
    { from: 'KBANK', amount: 300, frozen: 300, creditedAt: new Date(2026, 10, 16, 9, 5).toISOString() },
  ];
  const note = wordsIn(<FrozenNote wallet={walletOf({ frozen: 500.5, frozenDeposits }, 'LAK')} />);
  expect(note).toContain('500.50 kip');
  expect(note).toContain('Deposit from True Wallet · ₭200.50 · 15/11/2026 09:05');
  expect(note).toContain('Deposit from KBANK · ₭300.00 · 16/11/2026 09:05');
  expect(wordsIn(<OwedNote wallet={walletOf({ owed: 0.01 })} />)).toContain('0.01 baht');
  expect(wordsIn(<WithheldNote wallet={walletOf({ withheld: 1250 })} />)).toContain('1,250.00 baht');
  for (const Note of [FrozenNote, OwedNote, WithheldNote])
    for (const wallet of [walletOf({}), walletOf({ frozen: 0, owed: 0, withheld: 0 })])
      expect(markupOf(<Note wallet={wallet} />)).toBe('');
});

test('open withdrawals stand with their amount and step, and only those that can be are offered to be cancelled', () => {
  const withdrawals = [
    { id: 'a', amount: 250.5, step: 'CHECKING', canCancel: true },
    { id: 'b', amount: 99, step: 'ON_ITS_WAY', canCancel: false },
    { id: 'c', amount: 98, step: 'CHECKING', canCancel: true, leavesAt: new Date(Date.now() + 25_000).toISOString() },
  ] as const;
  const [checked = '', left = '', fresh = ''] = markupOf(
    <OpenWithdrawals wallet={walletOf({ withdrawals: [...withdrawals] })} />,
  )
    .split('<li')
    .slice(1);
  expect([checked.includes('250.50'), left.includes('99.00')]).toEqual([true, true]);
  // The row opens the movement; the other button cancels it.
  const buttons = (row: string) => row.split('<button').length - 1;
  expect([buttons(checked), buttons(left)]).toEqual([2, 1]);
  // How long it can be cancelled for sure stands beside the button.
  expect(fresh).toMatch(/00:2[0-5].*<button/);
  expect(checked).not.toMatch(/00:/);
  // Nothing is said twice, and of none that has not left that it has.
  expect([checked, left, fresh].map((row) => row.includes('is checked before'))).toEqual([true, false, false]);
  expect([checked, left, fresh].map((row) => row.includes('On its way'))).toEqual([false, true, false]);
  expect(markupOf(<OpenWithdrawals wallet={walletOf({ withdrawals: [] })} />)).toBe('');
});

test('the button for all of it works where there is something to take, and is left out where there is no most', () => {
  const field = (most?: bigint | null) =>
    markupOf(
      <AmountField
        label="a"
        error={undefined}
        value="60,000"
        onChange={() => undefined}
        currency="LAK"
        picks={QUICK_PICKS.LAK}
        {...(most !== undefined && { most })}
      />,
    );
  const all = (markup: string) =>
    /<button type="button"( disabled="")? class="mr-/.exec(markup)?.[0].includes('disabled');
  expect([all(field(1n)), all(field(0n)), all(field(null)), all(field())]).toEqual([false, true, true, undefined]);
  expect(field()).toContain('₭');
  expect(field().match(/aria-pressed="true"[^>]*>([^<]*)/)?.[1]).toBe('60,000');
});

test('a transfer without an answer that is tried again is not watched meanwhile, and told once', async () => {
  serve(null, { id: ID, status: 'SUCCESS' });
  const wish = { from: 'wallet', to: 'pg', amount: 1 };
  const transfer = hookOf(useTransfer);
  transfer.mutate(wish);
  await idle();
  expect(pendingTransfers.all()).toEqual([sent[0]?.key]);
  transfer.mutate(wish);
  await idle();
  expect(sent[1]?.key).toBe(sent[0]?.key);
  const done = ['success', 'Transfer complete: 1.00\u00a0baht is in PG'];
  expect([toasts(), pendingTransfers.all()]).toEqual([[done], []]);
});
