import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { endSession, startSession } from './session.ts';

afterEach(() => {
  endSession();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const cached = () => queryClient.getQueryCache().getAll();

test.each([
  ['signs out', () => endSession()],
  ['is followed by another sign-in in the same tab', () => startSession('a token', false)],
])('of a member who %s nothing is shown to the next one, whichever screen had read it', async (_, leave) => {
  for (const key of [['wallet'], ['statement', 1], ['profile'], ['bonuses', 'th']])
    queryClient.setQueryData(key, 'of the first member');
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: async () => 'moved' })
    .execute(undefined);
  leave();
  expect(cached()).toEqual([]);
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
});

test('an answer that comes after its member has signed out is not kept for the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = queryClient.fetchQuery({ queryKey: ['statement', 1], queryFn: () => promise });
  endSession();
  resolve('of the first member');
  await reading.catch(() => undefined);
  expect(cached()).toEqual([]);
});

test.each([
  ['is lost', new ApiError({ code: 'NETWORK_ERROR' }), 2],
  ['meets a server that is not there', new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503 }), 2],
  ['nobody answers in time', new ApiError({ code: 'TIMEOUT' }), 1],
  ['is refused', new ApiError({ code: 'NO_DATA', status: 404 }), 1],
  ['fails by a fault of the page', new TypeError('fault'), 1],
])('a reading that %s is sent as often as makes sense, and a call with an effect once', async (_, failure, times) => {
  vi.useFakeTimers();
  const send = vi.fn(() => Promise.reject(failure));
  const reading = expect(queryClient.fetchQuery({ queryKey: ['wallet'], queryFn: send })).rejects.toBe(failure);
  await vi.advanceTimersByTimeAsync(60_000);
  await reading;
  expect(send).toHaveBeenCalledTimes(times);
  const moving = queryClient.getMutationCache().build(queryClient, { mutationFn: send }).execute(undefined);
  const moved = expect(moving).rejects.toBe(failure);
  await vi.advanceTimersByTimeAsync(60_000);
  await moved;
  expect(send).toHaveBeenCalledTimes(times + 1);
});

test('without a network a reading and a call with an effect are sent all the same, and so fail at once', async () => {
  onlineManager.setOnline(false);
  const [read, move] = [vi.fn(async () => 'read'), vi.fn(async () => 'moved')];
  void queryClient.fetchQuery({ queryKey: ['wallet'], queryFn: read });
  void queryClient.getMutationCache().build(queryClient, { mutationFn: move }).execute(undefined);
  await vi.waitFor(() => expect([read.mock.calls.length, move.mock.calls.length]).toEqual([1, 1]));
});

test('what was read is good for thirty seconds', async () => {
  vi.useFakeTimers();
  const read = vi.fn(async () => 'read');
  const look = () => queryClient.fetchQuery({ queryKey: ['profile'], queryFn: read });
  await look();
  vi.advanceTimersByTime(29_999);
  await look();
  expect(read).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await look();
  expect(read).toHaveBeenCalledTimes(2);
});
