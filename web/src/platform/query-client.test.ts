import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { endSession, startSession } from './session.ts';

afterEach(endSession);

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
