import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { newQueryClient } from './query-client.ts';
import { useOnce } from './use-once.ts';

const LOST = new ApiError({ code: 'NETWORK_ERROR' });
type Wish = { to: string; amount?: number };

const client = newQueryClient();
afterEach(() => client.clear());

/** Buttons of one page, each with a hook of its own. */
function buttons(...hooks: (() => ReturnType<typeof useOnce<Wish, string>>)[]) {
  const held: ReturnType<typeof useOnce<Wish, string>>[] = [];
  const Held = ({ use }: { use: (typeof hooks)[number] }) => {
    held.push(use());
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      {hooks.map((use, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the buttons stay as they are
        <Held key={at} use={use} />
      ))}
    </QueryClientProvider>,
  );
  return held as [(typeof held)[number], (typeof held)[number]];
}

/** A server that answers when the test says so. */
function server() {
  const sent: { wish: Wish; key: string }[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const send = (wish: Wish, key: string) => {
    sent.push({ wish, key });
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const keys = () => sent.map(({ key }) => key);
  return { sent, send, answers, keys };
}
const idle = () => vi.waitFor(() => expect(client.isMutating()).toBe(0));

test('presses while a wish is under way send nothing, and one after its answer is a wish of its own', async () => {
  const { send, sent, answers, keys } = server();
  const [button] = buttons(() => useOnce({ send }));
  for (const amount of [100, 100, 200]) button.mutate({ to: 'pg', amount });
  expect(button.isBusy()).toBe(true);
  await vi.waitFor(() => expect(sent).toMatchObject([{ wish: { amount: 100 } }]));
  answers[0]?.resolve('done');
  await idle();
  button.mutate({ to: 'pg', amount: 100 });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
  answers[1]?.resolve('done');
  await idle();
});

test.each([
  ['movement', 'movement', 1],
  ['movement', 'grant', 2],
  [undefined, undefined, 2],
])('of two buttons of the kinds %s and %s so many send at a time: %d', async (one, other, times) => {
  const { send, sent, answers } = server();
  const held = buttons(
    () => useOnce({ send, ...(one && { kind: one }) }),
    () => useOnce({ send, ...(other && { kind: other }) }),
  );
  for (const button of held) button.mutate({ to: 'pg' });
  await vi.waitFor(() => expect(sent).toHaveLength(times));
  for (const { resolve } of answers) resolve('done');
  await idle();
  expect(sent).toHaveLength(times);
});

test('a wish keeps its key until it is answered, by the part of the input that makes it the same wish', async () => {
  const { send, sent, answers, keys } = server();
  const lost = vi.fn();
  const [button] = buttons(() => useOnce({ send, wishOf: ({ to }) => ({ to }), onLost: lost }));
  for (const [at, amount] of [1, 2].entries()) {
    button.mutate({ to: 'pg', amount });
    await vi.waitFor(() => expect(sent).toHaveLength(at + 1));
    answers[at]?.reject(LOST);
    await idle();
  }
  expect(new Set(keys()).size).toBe(1);
  button.abandon();
  button.abandon();
  expect(lost).toHaveBeenCalledExactlyOnceWith(keys()[0]);
  button.mutate({ to: 'pg', amount: 2 });
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(keys()[2]).not.toBe(keys()[0]);
  answers[2]?.resolve('done');
  await idle();
});

test('the answer, the failure and the end are told with what was wished', async () => {
  const { send, sent, answers } = server();
  const [onSuccess, onError, onSettled] = [vi.fn(), vi.fn(), vi.fn()];
  const [button] = buttons(() => useOnce({ send, onSuccess, onError, onSettled }));
  button.mutate({ to: 'pg' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  answers[0]?.resolve('done');
  await idle();
  expect([onSuccess.mock.calls, onError.mock.calls, onSettled.mock.calls]).toEqual([
    [['done', { to: 'pg' }]],
    [],
    [['done', null]],
  ]);
  button.mutate({ to: 'joker' });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  answers[1]?.reject(LOST);
  await idle();
  expect([onSuccess.mock.calls.length, onError.mock.calls, onSettled.mock.calls.at(-1)]).toEqual([
    1,
    [[LOST]],
    [undefined, LOST],
  ]);
});
