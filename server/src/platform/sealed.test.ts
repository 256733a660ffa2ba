import { expect, test } from 'vitest';
import { seal, unseal } from './sealed.ts';

const sealed = seal('key', 'owner', 'รหัส 7x?');

test('a secret opens with its key and its owner', () => {
  expect(unseal('key', 'owner', sealed)).toBe('รหัส 7x?');
  expect(unseal('key', 'owner', seal('key', 'owner', ''))).toBe('');
});

test('a sealed secret opens with no other key and for no other owner', () => {
  expect(() => unseal('Key', 'owner', sealed)).toThrow();
  expect(() => unseal('key', 'owner2', sealed)).toThrow();
  expect(() => unseal('key', '', sealed)).toThrow();
});

test('one bit changed anywhere, or a byte cut off or added, and it does not open', () => {
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => unseal('key', 'owner', changed)).toThrow();
  }
  for (let length = 16; length < sealed.length; length += 1)
    expect(() => unseal('key', 'owner', sealed.subarray(0, length))).toThrow();
  expect(() => unseal('key', 'owner', Buffer.concat([sealed, Buffer.from([0])]))).toThrow();
});

test('the same secret is sealed differently each time and is not in the sealed bytes', () => {
  expect(seal('key', 'owner', 'รหัส 7x?')).not.toEqual(sealed);
  expect(sealed.includes('7x?')).toBe(false);
});
