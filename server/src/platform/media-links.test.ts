import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { mediaLinks } from './media-links.ts';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-16T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const chat = mediaLinks(['a secret'], 'chat', MINUTE_MS);
const slips = mediaLinks(['a secret'], 'slips', MINUTE_MS);
const signIn = randomBytes(32);
const link = chat.linkTo('abc', { signIn, at: NOW });

test('a link opens its file until it runs out', () => {
  expect(chat.read(link, later(MINUTE_MS - 1))).toEqual({ reference: 'abc', signIn });
  expect(chat.read(link, later(MINUTE_MS))).toBeNull();
  expect(chat.read(link, later(MINUTE_MS), 1)).toEqual({ reference: 'abc', signIn });
});

test('a link tells the sign-in that it was given to; a visitor’s tells none', () => {
  expect(chat.read(chat.linkTo('abc', { signIn: null, at: NOW }), NOW)).toEqual({ reference: 'abc', signIn: null });
});

test('a link that another key signed is good as long as that key is kept', () => {
  expect(mediaLinks(['a new secret', 'a secret'], 'chat', MINUTE_MS).read(link, NOW)).toEqual({
    reference: 'abc',
    signIn,
  });
});

test('a link of one folder opens nothing in another, also when the folder in it is rewritten', () => {
  expect(slips.read(link, NOW)).toBeNull();
  expect(slips.read(link.replace('/chat/', '/slips/'), NOW)).toBeNull();
});

test.each([
  ['another file', link.replace('/abc/', '/abd/')],
  ['another end of its life', link.replace(String(later(MINUTE_MS).getTime()), String(later(2 * MINUTE_MS).getTime()))],
  ['another sign-in', link.replace(signIn.toString('base64url'), randomBytes(32).toString('base64url'))],
  ['no sign-in', link.replace(signIn.toString('base64url'), '-')],
  ['a signature in capitals', link.replace(/[^/]+$/, (signature) => signature.toUpperCase())],
  ['no signature', link.replace(/[^/]+$/, '')],
  ['more behind it', `${link}/x`],
  [
    'the signature of another secret',
    mediaLinks(['another secret'], 'chat', MINUTE_MS).linkTo('abc', { signIn, at: NOW }),
  ],
])('a link with %s opens nothing', (_, forged) => {
  expect(forged).not.toBe(link);
  expect(chat.read(forged, NOW)).toBeNull();
});
