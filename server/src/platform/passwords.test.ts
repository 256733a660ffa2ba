import { expect, test } from 'vitest';
import { isPassword } from './passwords.ts';

// A hundred hashes take a while on a busy machine.
const TIMEOUT_MS = 120_000;

test(
  'a caller who comes when a hundred are waiting is told to come back in two seconds, and then is served',
  async () => {
    const waiting = Array.from({ length: 100 }, () => isPassword('a guess', null));
    await expect(isPassword('a guess', null)).rejects.toMatchObject({ code: 'REQUEST_LIMIT', retryAfterSeconds: 2 });
    expect(await Promise.all(waiting)).toEqual(Array(100).fill(false));
    expect(await isPassword('a guess', null)).toBe(false);
  },
  TIMEOUT_MS,
);
