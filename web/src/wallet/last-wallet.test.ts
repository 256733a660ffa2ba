import { afterAll, beforeEach, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { endSession, startSession } = await import('../platform/session.ts');
const { keepWallet, lastWallet, useLastWallet } = await import('./last-wallet.ts');
const { hookOf } = await import('../i18n/rendered-once.tsx');
type Wallet = Parameters<typeof keepWallet>[0];

/** A browser's storage, which may refuse. */
function storage() {
  const kept = new Map<string, string>();
  const unlessRefused = <Result>(act: () => Result) => {
    if (isRefused) throw new DOMException('denied', 'SecurityError');
    return act();
  };
  return {
    kept,
    getItem: (key: string) => unlessRefused(() => kept.get(key) ?? null),
    setItem: (key: string, value: string) => unlessRefused(() => kept.set(key, value)),
    removeItem: (key: string) => unlessRefused(() => kept.delete(key)),
  };
}

let isRefused = false;
let browser = newBrowser();

function newBrowser(localStorage = storage()) {
  return { localStorage, sessionStorage: storage(), addEventListener: () => {}, removeEventListener: () => {} };
}

/** Another tab, or the same one at its next visit: what it has in memory is its own. */
function inAnotherTab<Result>(act: () => Result): Result {
  const here = browser;
  vi.stubGlobal('window', newBrowser(here.localStorage));
  const result = act();
  vi.stubGlobal('window', here);
  return result;
}

/** All that is stored, but for the time of the last sign-in, which is of the device. */
function keptOfMembers() {
  const kept = [...browser.localStorage.kept, ...browser.sessionStorage.kept];
  return kept.filter(([key]) => key !== 'last-sign-in');
}

beforeEach(() => {
  isRefused = false;
  browser = newBrowser();
  vi.stubGlobal('window', browser);
  endSession();
});
afterAll(() => void vi.unstubAllGlobals());

const AT = new Date('2026-11-19T05:24:00Z');
const game = (code: string, amount: number) => ({
  code,
  name: code.toUpperCase(),
  amount,
  isActive: true,
  web: 'https://x',
});
const walletOf = (memberId: string, amount: number) =>
  ({
    profile: { _id: memberId, username: '0812345678', name: 'สมชาย ใจดี', coin: 3, currency: 'BAHT' },
    bankAccount: { bankAccountName: 'Somchai Jaidee', bankAccountNo: '1234567890', bank: { code: 'KBANK' } },
    wallet: { amount, inTransit: 0, backBy: null, withdrawing: 5, withdrawals: [{ id: 'w1', amount: 5 }] },
    invite: { amount: 7, success: 1, fail: 0 },
    slots: [game('pg', 50), game('joker', 0)],
  }) as unknown as Wallet;
const KEPT = { at: AT, total: 250_00n, currency: 'BAHT' };

test('what was read is known at the next visit of a member who is remembered, with its time', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  expect(inAnotherTab(lastWallet)).toEqual(KEPT);
});

test('no more is kept than is shown: no other amount, no account number, no phone, no name, no id', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  const kept = [...browser.localStorage.kept.values()].join(' ');
  expect(kept).toContain('"total":"25000"');
  for (const told of ['1234567890', 'Somchai', '0812345678', 'สมชาย', 'https', 'withdrawals', '200', 'pg', '1001'])
    expect(kept).not.toContain(told);
  expect(kept.match(/of one/g)).toHaveLength(1);
});

test('of a sign-in that ends with its tab nothing is left in the browser', () => {
  startSession('of one', false);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  expect(lastWallet()).toEqual(KEPT);
  expect([...browser.localStorage.kept.keys()]).not.toContain('last-wallet');
  expect(inAnotherTab(lastWallet)).toBeNull();
});

test.each([true, false])('a sign-out forgets it, remembered or not: %s', (remember) => {
  startSession('of one', remember);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  endSession();
  expect(lastWallet()).toBeNull();
  expect(keptOfMembers()).toEqual([]);
});

test('another member who signs in has none of it, also where the first one never signed out', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  startSession('of another', true);
  expect(lastWallet()).toBeNull();
  expect(keptOfMembers()).toEqual([['token', 'of another']]);

  keepWallet(walletOf('1002', 9), AT, 'of another');
  expect(lastWallet()).toMatchObject({ total: 59_00n });
});

test('a token that has come in another way has none of it either, and a page that it overtakes keeps nothing', async () => {
  const lastOfNewPage = async () => {
    vi.resetModules();
    return (await import('./last-wallet.ts')).lastWallet();
  };
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  browser.localStorage.setItem('token', 'of another');
  keepWallet(walletOf('1001', 250), AT, 'of one');
  expect(await lastOfNewPage()).toBeNull();
  browser.localStorage.setItem('token', 'of one');
  expect(await lastOfNewPage()).toEqual(KEPT);
});

test('a sign-out in another tab forgets it here, and an answer that comes afterwards brings nothing back', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  inAnotherTab(endSession);
  expect(lastWallet()).toBeNull();
  keepWallet(walletOf('1001', 250), AT, 'of one');
  inAnotherTab(() => startSession('of another', true));
  keepWallet(walletOf('1001', 300), AT, 'of one');
  expect(lastWallet()).toBeNull();
  expect(keptOfMembers()).toEqual([['token', 'of another']]);
});

test('a browser that refuses storage knows nothing at the next visit, and nothing breaks', () => {
  isRefused = true;
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  expect(lastWallet()).toEqual(KEPT);
  endSession();
  expect(lastWallet()).toBeNull();
  isRefused = false;
  expect([...browser.localStorage.kept]).toEqual([]);
});

test('what an older version kept, or what is broken, is not read', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  const kept = JSON.parse(browser.localStorage.getItem('last-wallet') ?? '');
  const { form: _, ...formless } = kept;
  const broken = [
    formless,
    { ...kept, form: 0 },
    { ...kept, at: 'yesterday' },
    { ...kept, currency: 'KIP' },
    { ...kept, total: undefined },
    { ...kept, total: 25_000 },
    { ...kept, total: '250.00' },
    { ...kept, total: '' },
  ].map((value) => JSON.stringify(value));
  for (const text of [...broken, 'null', '[]', '12480.50', '{"form":2', '']) {
    browser.localStorage.setItem('last-wallet', text);
    expect([text, lastWallet()]).toEqual([text, null]);
  }
  browser.localStorage.setItem('last-wallet', JSON.stringify(kept));
  expect(lastWallet()).toEqual(KEPT);
});

test('a page that is drawn before its script has come has none, so that both begin alike', () => {
  startSession('of one', true);
  keepWallet(walletOf('1001', 200), AT, 'of one');
  expect(hookOf(useLastWallet)).toBeNull();
});
