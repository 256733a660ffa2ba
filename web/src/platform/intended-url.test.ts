import { expect, test } from 'vitest';
import { intendedUrl, loginUrl } from './intended-url.ts';

test('a path below /user is kept with its query', () => {
  expect(intendedUrl('/user/profile?tab=bank')).toBe('/user/profile?tab=bank');
});

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https://evil.example/user',
  'javascript:alert(1)',
  '/login',
  '/users',
  '/user/../login',
  '/user/..//evil.example',
  '/user/%2e%2e/terminated',
  '//user/home',
  'user/home',
])('%j never leads anywhere but home', (next) => {
  expect(intendedUrl(next)).toBe('/user');
});

test('the login address carries the intended path and refuses a foreign one', () => {
  expect(loginUrl('/user/profile?a=1&b=2')).toBe('/login?next=%2Fuser%2Fprofile%3Fa%3D1%26b%3D2');
  expect(loginUrl('//evil.example')).toBe('/login');
});
