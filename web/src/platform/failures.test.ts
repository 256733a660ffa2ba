import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { handleFailure, isHandled, isServiceGone } from './failures.ts';
import { currentToken, endSession, startSession } from './session.ts';

const location = { pathname: '', search: '' };
const goneTo: { path: string; endedBy: unknown }[] = [];

function stand(path: string): void {
  const { pathname, search } = new URL(path, 'https://here.invalid');
  Object.assign(location, { pathname, search });
}

/** A call with this token is answered by a refusal of the token. */
function fail(code: string, tokenUsed: string | null): ApiError {
  const error = new ApiError({ code, status: 401 });
  handleFailure(error, tokenUsed);
  return error;
}

afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  const replaceState = ({ state }: { state: { endedBy: unknown } | null }, _: string, path: string) => {
    goneTo.push({ path, endedBy: state?.endedBy });
    stand(path);
  };
  vi.stubGlobal('window', { location, history: { state: null, replaceState } });
  goneTo.length = 0;
  endSession();
  stand('/user/profile?tab=bank');
});

const LOGIN = '/login?next=%2Fuser%2Fprofile%3Ftab%3Dbank';

test('a token that no longer counts leads to the login page, which knows why and where to lead back to', () => {
  startSession('a token', false);
  expect(fail('EXPIRED_AUTH_TOKEN', 'a token').handled).toBe(true);
  expect(goneTo).toEqual([{ path: LOGIN, endedBy: 'EXPIRED_AUTH_TOKEN' }]);
  expect(currentToken()).toBeNull();
});

test('a call that the screen makes while it is left changes neither the reason nor the page to lead back to', () => {
  startSession('a token', false);
  fail('EXPIRED_AUTH_TOKEN', 'a token');
  expect(fail('UNAUTHORIZED', null).handled).toBe(true);
  expect(fail('EXPIRED_AUTH_TOKEN', 'a token').handled).toBe(true);
  expect(goneTo).toEqual([{ path: LOGIN, endedBy: 'EXPIRED_AUTH_TOKEN' }]);
});

test("a members' page whose token another tab has removed leads to the login page", () => {
  fail('UNAUTHORIZED', null);
  expect(goneTo).toEqual([{ path: LOGIN, endedBy: 'UNAUTHORIZED' }]);
});

test('an old token that is refused does not end the sign-in that replaced it', () => {
  startSession('a new token', false);
  fail('invalid-token', 'an old token');
  expect(goneTo).toEqual([]);
  expect(currentToken()).toBe('a new token');
});

test('a failure of another kind leads nowhere and is left to the screen', () => {
  startSession('a token', false);
  expect(fail('WRONG_PASSWORD', 'a token').handled).toBe(false);
  expect(goneTo).toEqual([]);
  expect(currentToken()).toBe('a token');
});

test.each([
  'invalid-token',
  'EXPIRED_AUTH_TOKEN',
  'UNAUTHORIZED',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
])('%s ends the sign-in', (code) => {
  startSession('a token', true);
  expect(isHandled(fail(code, 'a token'))).toBe(true);
  expect([currentToken(), goneTo]).toEqual([null, [{ path: LOGIN, endedBy: code }]]);
});

test.each(['/contact', '/user/contact'])('a service that is gone leads nobody away from %s', (path) => {
  startSession('a token', false);
  stand(path);
  expect(isHandled(fail('gone', 'a token'))).toBe(true);
  expect(goneTo).toEqual([]);
  expect([currentToken(), isServiceGone.get()]).toEqual(['a token', true]);
});

test('a service that is gone leads to its page, and the sign-in stays for the time when it is back', () => {
  startSession('a token', false);
  expect(isHandled(fail('gone', 'an old token'))).toBe(true);
  expect(goneTo).toEqual([{ path: '/terminated', endedBy: undefined }]);
  expect(currentToken()).toBe('a token');
  expect(isHandled(new Error('another'))).toBe(false);
});

test('a member at the login page whose token no longer counts is signed out there too', () => {
  startSession('a token', false);
  stand('/login');
  fail('EXPIRED_AUTH_TOKEN', 'a token');
  expect([currentToken(), goneTo]).toEqual([null, [{ path: '/login', endedBy: 'EXPIRED_AUTH_TOKEN' }]]);
});
