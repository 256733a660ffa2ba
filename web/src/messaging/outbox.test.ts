import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { createOutbox } from './outbox.ts';
import type { Outgoing } from './outgoing.ts';

const text = (words: string) => ({ message_type: 'text', payload: { text: words } }) as const;
const picture = {
  message_type: 'media',
  payload: { url: 'blob:1', fileType: 'image', filePath: '', name: 'a.png' },
} as const;
const file = new File(['x'], 'a.png', { type: 'image/png' });
const SENT = { createdAt: '2026-01-31T10:00:00.000Z', session_id: 'one' };
const NO_NETWORK = new ApiError({ code: 'NETWORK_ERROR' });
const TROUBLE = new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503 });
const REFUSED = new ApiError({ code: 'REQUEST_LIMIT', status: 429 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that fails as listed, then takes every message once. */
function outboxWith({ failures = [] as unknown[], uploads = [] as unknown[] } = {}) {
  const arrived: string[] = [];
  const saved: (readonly Outgoing[])[] = [];
  const posts: string[] = [];
  let inFlight = 0;
  let most = 0;
  const post = vi.fn(async (id: string, message: object) => {
    posts.push(id);
    inFlight += 1;
    most = Math.max(most, inFlight);
    await Promise.resolve();
    inFlight -= 1;
    const failure = failures.shift();
    // A lost answer: the message has arrived, and the sender does not know.
    const arrives = failure === undefined || failure === 'lost';
    if (arrives && !arrived.includes(id)) arrived.push(id);
    if (failure) throw failure === 'lost' ? NO_NETWORK : failure;
    return { ...SENT, message };
  });
  const upload = vi.fn(async () => {
    const failure = uploads.shift();
    if (failure) throw failure;
    return '/media/chat/1';
  });
  const onSent = vi.fn();
  const outbox = createOutbox({
    store: { restore: () => [], save: (items) => saved.push(items) },
    send: post,
    upload,
    onSent,
    onChange: () => undefined,
  });
  return { outbox, arrived, posts, post, upload, onSent, saved, most: () => most };
}

const pass = () => vi.advanceTimersByTimeAsync(60_000);

describe('the outbox', () => {
  it('sends one at a time, in order, each once, whatever fails on the way', async () => {
    const passing = fc.constantFrom(NO_NETWORK, TROUBLE, 'lost');
    await fc.assert(
      fc.asyncProperty(fc.array(passing, { maxLength: 8 }), fc.integer({ min: 1, max: 6 }), async (failures, count) => {
        const { outbox, arrived, onSent, most } = outboxWith({ failures: [...failures] });
        outbox.wake();
        const ids = Array.from({ length: count }, (_, n) => outbox.add(text(String(n))));
        await pass();
        expect(arrived).toEqual(ids);
        expect(onSent).toHaveBeenCalledTimes(count);
        expect(outbox.all()).toEqual([]);
        expect(most()).toBe(1);
      }),
    );
  });

  it('sends nothing before it is woken, and then everything', async () => {
    const { outbox, arrived } = outboxWith();
    const id = outbox.add(text('early'));
    await pass();
    expect(arrived).toEqual([]);
    outbox.wake();
    await pass();
    expect(arrived).toEqual([id]);
  });

  it('tries again at once when the connection is back', async () => {
    const { outbox, post } = outboxWith({ failures: [NO_NETWORK] });
    outbox.wake();
    outbox.add(text('hello'));
    await vi.advanceTimersByTimeAsync(1);
    expect(post).toHaveBeenCalledTimes(1);
    outbox.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('tries again after pauses that grow to five seconds, and are short again after a success', async () => {
    const { outbox, post } = outboxWith({ failures: Array(6).fill(NO_NETWORK) });
    outbox.wake();
    outbox.add(text('hello'));
    await vi.advanceTimersByTimeAsync(0);
    for (const [at, ms] of [500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(post).toHaveBeenCalledTimes(at + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(post).toHaveBeenCalledTimes(at + 2);
    }
    post.mockRejectedValueOnce(NO_NETWORK);
    outbox.add(text('again'));
    await vi.advanceTimersByTimeAsync(500);
    expect(outbox.all()).toEqual([]);
  });

  it('gives up the upload of a message that is removed, and does not send it', async () => {
    const { outbox, upload, posts } = outboxWith();
    const signals: AbortSignal[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    upload.mockImplementationOnce((...[, signal]: unknown[]) => {
      signals.push(signal as AbortSignal);
      return promise;
    });
    outbox.wake();
    outbox.remove(outbox.add(picture, file));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    resolve('/media/chat/1');
    await pass();
    expect([outbox.all(), posts]).toEqual([[], []]);
  });

  it('tells nobody of an answer that comes after it was closed', async () => {
    const { outbox, post, onSent } = outboxWith();
    const { promise, resolve } = Promise.withResolvers<never>();
    post.mockImplementationOnce(() => promise);
    outbox.wake();
    outbox.add(text('hello'));
    await vi.advanceTimersByTimeAsync(1);
    outbox.close();
    resolve(SENT as never);
    await pass();
    expect(onSent).not.toHaveBeenCalled();
  });

  it('leaves what was refused to the customer, and holds nobody up for it', async () => {
    const { outbox, arrived } = outboxWith({ failures: [REFUSED] });
    outbox.wake();
    const refused = outbox.add(text('refused'));
    const next = outbox.add(text('next'));
    await pass();
    expect(outbox.all()).toMatchObject([{ id: refused, status: 'failed', error: REFUSED }]);
    expect(arrived).toEqual([next]);
    outbox.resend(refused);
    await pass();
    expect(arrived).toEqual([next, refused]);
    expect(outbox.all()).toEqual([]);
  });

  it('does not send again what was heard to have arrived', async () => {
    const { outbox, posts } = outboxWith({ failures: ['lost'] });
    outbox.wake();
    const id = outbox.add(text('hello'));
    await vi.advanceTimersByTimeAsync(1);
    outbox.settle([id]);
    await pass();
    expect(posts).toEqual([id]);
    expect(outbox.all()).toEqual([]);
  });

  it('lets a failed upload be sent again under the same id, or be removed', async () => {
    const { outbox, upload, posts } = outboxWith({ uploads: [NO_NETWORK, NO_NETWORK] });
    outbox.wake();
    const kept = outbox.add(picture, file);
    const removed = outbox.add(picture, file);
    await pass();
    expect(outbox.all().map(({ status }) => status)).toEqual(['failed', 'failed']);
    outbox.remove(removed);
    outbox.resend(kept);
    await pass();
    expect(upload).toHaveBeenCalledTimes(3);
    expect(posts).toEqual([kept]);
    expect(outbox.all()).toEqual([]);
  });

  it('uploads a file once, however often its message has to be sent', async () => {
    const { outbox, upload, posts } = outboxWith({ failures: [NO_NETWORK, REFUSED] });
    outbox.wake();
    const id = outbox.add(picture, file);
    await pass();
    outbox.resend(id);
    await pass();
    expect(upload).toHaveBeenCalledTimes(1);
    expect(posts).toEqual([id, id, id]);
  });

  it('brings a file again that is no longer there', async () => {
    const gone = new ApiError({ code: 'INVALID_REQUEST', status: 400, fields: { filePath: 'INVALID' } });
    const { outbox, upload } = outboxWith({ failures: [gone] });
    outbox.wake();
    const id = outbox.add(picture, file);
    await pass();
    outbox.resend(id);
    await pass();
    expect(upload).toHaveBeenCalledTimes(2);
    expect(outbox.all()).toEqual([]);
  });

  it('does not let a text wait for an upload', async () => {
    const { outbox, posts, upload } = outboxWith();
    upload.mockImplementationOnce(() => new Promise(() => undefined));
    outbox.wake();
    outbox.add(picture, file);
    const id = outbox.add(text('hello'));
    await pass();
    expect(posts).toEqual([id]);
  });

  it('sends nothing more once it is closed', async () => {
    const { outbox, posts } = outboxWith({ failures: [NO_NETWORK] });
    outbox.wake();
    const id = outbox.add(text('first'));
    outbox.add(text('second'));
    await vi.advanceTimersByTimeAsync(1);
    outbox.close();
    await pass();
    expect(posts).toEqual([id]);
    expect(outbox.all()).toEqual([]);
  });
});
