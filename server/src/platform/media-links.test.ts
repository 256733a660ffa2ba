import { expect, test } from 'vitest';
import { mediaLinks } from './media-links.ts';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-11-16T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const chat = mediaLinks(['a secret'], 'chat', MINUTE_MS);
const slips = mediaLinks(['a secret'], 'slips', MINUTE_MS);
const link = chat.linkTo('abc', NOW);

test('a link opens its file until it runs out', () => {
  expect(chat.referenceIn(link, later(MINUTE_MS - 1))).toBe('abc');
  expect(chat.referenceIn(link, later(MINUTE_MS))).toBeNull();
});

test('a link of one folder opens nothing in another, also when the folder in it is rewritten', () => {
  expect(slips.referenceIn(link, NOW)).toBeNull();
  expect(slips.referenceIn(link.replace('/chat/', '/slips/'), NOW)).toBeNull();
});

test.each([
  ['another file', link.replace('/abc/', '/abd/')],
  ['another end of its life', link.replace(String(later(MINUTE_MS).getTime()), String(later(2 * MINUTE_MS).getTime()))],
  ['a signature in capitals', link.replace(/[^/]+$/, (signature) => signature.toUpperCase())],
  ['no signature', link.replace(/[^/]+$/, '')],
  ['more behind it', `${link}/x`],
  ['the signature of another secret', mediaLinks(['another secret'], 'chat', MINUTE_MS).linkTo('abc', NOW)],
])('a link with %s opens nothing', (_, forged) => {
  expect(forged).not.toBe(link);
  expect(chat.referenceIn(forged, NOW)).toBeNull();
});
