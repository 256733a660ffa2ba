import { createDecipheriv, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLinkSealer, sealLink } from './true-link.ts';

const SECRET = 'krapao-truelink';
const LINK = 'https://gift.truemoney.com/campaign/?v=0123456789abcdef';

/** As the server does it. */
function open(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const key = createHash('sha256').update(secret).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

test('what is sealed here opens there, whatever script the name is in', async () => {
  expect(open(await sealLink(SECRET, LINK, 'สมชาย ใจดี'), SECRET)).toBe(`${LINK}::สมชาย ใจดี`);
});

test('another secret opens nothing', async () => {
  const sealed = await sealLink(SECRET, LINK, 'KRAPAO');
  expect(() => open(sealed, 'another')).toThrow();
});

test('a link sent again is the same to the letter, another one is not', async () => {
  const seal = createLinkSealer(SECRET);
  const first = await seal(LINK, 'KRAPAO');
  expect(await seal(LINK, 'KRAPAO')).toBe(first);
  expect(await seal(LINK, 'OTHER')).not.toBe(first);
  expect(await createLinkSealer(SECRET)(LINK, 'KRAPAO')).not.toBe(first);
});
