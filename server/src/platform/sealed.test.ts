import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isStrongKey, subkey } from './keys.ts';
import { sealer } from './sealed.ts';

const newKey = () => randomBytes(32).toString('base64');
const [key, oldKey] = [newKey(), newKey()];
const { seal, unseal, keyId, isOfToday } = sealer([key], 'game passwords');
const sealed = seal('owner', 'รหัส 7x?');

/** As secrets were sealed before keys had ids and purposes. */
function sealedBefore(key: string, owner: string, secret: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(key).digest(), iv).setAAD(
    Buffer.from(owner),
  );
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

test('a secret opens with its key and its owner', () => {
  expect(unseal('owner', sealed)).toBe('รหัส 7x?');
  expect(unseal('owner', seal('owner', ''))).toBe('');
});

test('a sealed secret opens with no other key, for no other owner and no other purpose', () => {
  expect(() => sealer([oldKey], 'game passwords').unseal('owner', sealed)).toThrow(/CREDENTIALS_KEYS_ALSO/);
  expect(() => unseal('owner2', sealed)).toThrow();
  expect(() => unseal('', sealed)).toThrow();
  expect(() => sealer([key], 'wheel seeds').unseal('owner', sealed)).toThrow();
});

test('one bit changed anywhere, or a byte cut off or added, and it does not open', () => {
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal('owner', changed)).toThrow();
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal('owner', sealed.subarray(0, length))).toThrow();
  expect(() => unseal('owner', Buffer.concat([sealed, Buffer.from([0])]))).toThrow();
});

test('the same secret is sealed differently each time and is not in the sealed bytes', () => {
  expect(seal('owner', 'รหัส 7x?')).not.toEqual(sealed);
  expect(sealed.includes('7x?')).toBe(false);
});

test('two keys live side by side: the first seals, both open, and a seal tells whose it is', () => {
  const before = sealer([oldKey], 'game passwords').seal('owner', 'kept');
  const both = sealer([key, oldKey], 'game passwords');
  expect(both.unseal('owner', before)).toBe('kept');
  expect([both.isOfToday(before), both.isOfToday(both.seal('owner', 'kept')), isOfToday(sealed)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(sealed.subarray(0, keyId.length)).toEqual(keyId);
  expect(sealer([oldKey, key], 'game passwords').unseal('owner', sealed)).toBe('รหัส 7x?');
});

test.each(['a-key-of-its-own', 'sandbox-key-not-a-secret', oldKey])(
  'what %s sealed before keys had ids is read, as the first key or as another',
  (plain) => {
    const before = sealedBefore(plain, 'owner', 'kept');
    expect(sealer([plain], 'wheel seeds').unseal('owner', before)).toBe('kept');
    expect(sealer([key, plain], 'wheel seeds').unseal('owner', before)).toBe('kept');
    expect(() => sealer([key], 'wheel seeds').unseal('owner', before)).toThrow();
  },
);

test('each purpose has bytes of its own, the same however the key is written', () => {
  const purposes = ['game passwords', 'wheel seeds', 'media links', 'key id'] as const;
  expect(new Set(purposes.map((purpose) => subkey(key, purpose).toString('hex'))).size).toBe(purposes.length);
  const hex = Buffer.from(key, 'base64').toString('hex');
  for (const other of [hex, hex.toUpperCase(), Buffer.from(key, 'base64').toString('base64url')])
    expect(subkey(other, 'media links')).toEqual(subkey(key, 'media links'));
});

test.each([
  ['32 random bytes in base64', newKey(), true],
  ['64 of them', randomBytes(64).toString('base64'), true],
  ['32 in hex', randomBytes(32).toString('hex'), true],
  ['one letter', 'a', false],
  ['a passphrase', 'correct horse battery staple correct horse battery staple', false],
  ['31 random bytes', randomBytes(31).toString('base64'), false],
  ['31 in hex', randomBytes(31).toString('hex'), false],
  ['one letter many times', 'a'.repeat(64), false],
  ['eight letters many times', 'deadbeef'.repeat(8), false],
  ['zeros', '0'.repeat(64), false],
  ['nothing', '', false],
])('a key of %s is strong: %s → %s', (_, given, isStrong) => {
  expect(isStrongKey(given)).toBe(isStrong);
});
