import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { isAnswer, newKey, uuidOf } from './idempotency.ts';
import { createKeyKeeper } from './use-once.ts';

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Sends the member's wish and returns the key that was sent. */
async function keyOf(keys: ReturnType<typeof createKeyKeeper>, input: object, failure?: ApiError): Promise<string> {
  let used = '';
  const sent = keys.send(input, async (key) => {
    used = key;
    if (failure) throw failure;
  });
  await (failure ? expect(sent).rejects.toBe(failure) : sent);
  return used;
}

const wish = { to: 'pg', amount: 100 };
const lost = new ApiError({ code: 'NETWORK_ERROR' });
const refused = new ApiError({ code: 'MONEY_NOT_ENOUGH', status: 422 });

test('trying again after a lost answer is the same wish', async () => {
  const keys = createKeyKeeper();
  const first = await keyOf(keys, wish, lost);
  expect(await keyOf(keys, { ...wish }, lost)).toBe(first);
  expect(await keyOf(keys, { ...wish })).toBe(first);
});

test('after an answer, good or bad, the same input is a new wish', async () => {
  const keys = createKeyKeeper();
  const first = await keyOf(keys, wish);
  const second = await keyOf(keys, wish, refused);
  expect(second).not.toBe(first);
  expect(await keyOf(keys, wish)).not.toBe(second);
});

test('another amount or place is another wish', async () => {
  const keys = createKeyKeeper();
  const first = await keyOf(keys, wish, lost);
  const second = await keyOf(keys, { ...wish, amount: 101 }, lost);
  expect(second).not.toBe(first);
  expect(await keyOf(keys, { to: 'joker', amount: 101 }, lost)).not.toBe(second);
});

test('a wish given up is released once, and only if nobody answered it', async () => {
  const keys = createKeyKeeper();
  await keyOf(keys, wish);
  expect(keys.release()).toBeNull();
  const key = await keyOf(keys, wish, lost);
  expect([keys.release(), keys.release()]).toEqual([key, null]);
});

test.each([
  ['a refusal', { code: 'MONEY_NOT_ENOUGH', status: 422 }, true],
  ["a provider's refusal", { code: 'TRANSFER_FAIL', status: 502 }, true],
  ['a lost connection', { code: 'NETWORK_ERROR' }, false],
  ['a timeout', { code: 'TIMEOUT' }, false],
  ['a proxy that gave up', { code: 'SERVICE_UNAVAILABLE', status: 504 }, false],
  ['a crash', { code: 'INTERNAL_SERVER_ERROR', status: 500 }, false],
])('%s is an answer: %#', (_what, detail, expected) => {
  expect(isAnswer(new ApiError(detail))).toBe(expected);
});

test('keys are version 4 UUIDs, with and without the help of the browser', () => {
  expect(newKey()).toMatch(UUID_V4);
  expect(uuidOf(new Uint8Array(16).fill(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(uuidOf(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
});
