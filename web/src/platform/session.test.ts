import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToken, endSession, isOvertaken, onSessionEnd, replaceToken, startSession } from './session.ts';
import { readStored, writeStored } from './storage.ts';

let isFull = false;

/** A browser's storage, which may be full. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
    keys: () => [...kept.keys()],
  };
}

let browser = { localStorage: storage(), sessionStorage: storage() };
const stored = () => [browser.sessionStorage, browser.localStorage].map((place) => place.getItem('token'));

beforeEach(() => {
  isFull = false;
  browser = { localStorage: storage(), sessionStorage: storage() };
  vi.stubGlobal('window', browser);
});
afterEach(endSession);
afterAll(() => void vi.unstubAllGlobals());

test('a sign-in is kept for the tab, or for the next visit too where the member is to be remembered', () => {
  startSession('for the tab', false);
  expect([stored(), currentToken()]).toEqual([['for the tab', null], 'for the tab']);
  startSession('remembered', true);
  expect([stored(), currentToken()]).toEqual([[null, 'remembered'], 'remembered']);
});

test('the sign-in of a tab counts before one that another tab has remembered, and both end together', () => {
  startSession('of this tab', false);
  browser.localStorage.setItem('token', 'of another tab');
  expect(currentToken()).toBe('of this tab');
  endSession();
  expect([stored(), currentToken()]).toEqual([[null, null], null]);
});

test('a page calls as the member whom it found signed in, and knows that another tab has signed another member in', () => {
  startSession('of one', true);
  expect(isOvertaken()).toBe(false);
  browser.localStorage.setItem('token', 'of another');
  expect([currentToken(), isOvertaken()]).toEqual(['of one', true]);
  browser.localStorage.removeItem('token');
  expect([currentToken(), isOvertaken()]).toEqual(['of one', true]);
  replaceToken('of one, with a new password');
  expect(isOvertaken()).toBe(false);
});

test('the time of the last sign-in outlives it, and is all that stays of it', () => {
  const before = Date.now();
  startSession('a token', true);
  writeStored('last-wallet', 'amounts');
  endSession();
  expect(Number(readStored('last-sign-in'))).toBeGreaterThanOrEqual(before);
  expect(browser.localStorage.keys()).toEqual(['last-sign-in']);
});

test.each([
  [true, [null, 'new']],
  [false, ['new', null]],
])('a new token is kept where the old one was, remembered or not: %s', (remember, places) => {
  startSession('old', remember);
  replaceToken('new');
  expect(stored()).toEqual(places);
});

test('whatever keeps data of a member is called at every end of a sign-in, also where another one begins', () => {
  const first = vi.fn();
  const second = vi.fn();
  onSessionEnd(first);
  onSessionEnd(second);
  startSession('a token', false);
  endSession();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 2]);
});

test('what a full storage refuses counts as long as the page, also where an older value is stored', () => {
  startSession('old', true);
  isFull = true;
  replaceToken('new');
  writeStored('guest-id', 'a guest');
  expect([currentToken(), readStored('guest-id')]).toEqual(['new', 'a guest']);
  isFull = false;
  replaceToken('newer');
  expect([stored(), currentToken()]).toEqual([[null, 'newer'], 'newer']);
  endSession();
  expect(currentToken()).toBeNull();
});
