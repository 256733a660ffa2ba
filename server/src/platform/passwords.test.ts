import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

/** The works that were done, in their order. */
function noted() {
  const done: string[] = [];
  const note = (name: string, work: Promise<unknown>) => work.then(() => done.push(name));
  return { done, note };
}

test('who signs in does not wait for those who register, from however many addresses', async () => {
  const { done, note } = noted();
  const from = (at: number) => `203.0.113.${at}`;
  const registering = Array.from({ length: 8 }, (_, at) => note('register', hashPassword('a password', from(at))));
  await note('sign-in', isPassword('a guess', null, from(100)));
  expect(done.length).toBeLessThan(7);
  await Promise.all(registering);
});

test('who signs in does not wait for all guesses that come from another address', async () => {
  const { done, note } = noted();
  const from = (at: number) => `2001:db8:a:b::${at}`;
  const guessing = Array.from({ length: 10 }, (_, at) => note('guess', isPassword('a guess', null, from(at))));
  await note('sign-in', isPassword('a guess', null, '203.0.113.2'));
  expect(done.length).toBeLessThan(8);
  await Promise.all(guessing);
});

test('a password is known again by its hash, and no other is', async () => {
  const hash = await hashPassword('a password');
  expect(await isPassword('a password', hash)).toBe(true);
  expect(await isPassword('A password', hash)).toBe(false);
});
