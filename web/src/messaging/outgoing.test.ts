import { expect, test } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { afterEvent, isRefusal, type Outgoing, wireOf } from './outgoing.ts';

const file = new File(['x'], 'a.png', { type: 'image/png' });

function written(id: string, changes: Partial<Outgoing> = {}): Outgoing {
  const message = { message_type: 'text', payload: { text: id } } as const;
  const rest = { share: 0, error: null, file: null, filePath: null };
  return { id, message, writtenAt: '2026-01-31T10:00:00Z', status: 'sending', ...rest, ...changes };
}

test('what is being sent cannot be taken back, everything else can', () => {
  const removed = (item: Outgoing) => afterEvent([item], { kind: 'remove', id: item.id });
  const sending = [written('a')];
  expect(afterEvent(sending, { kind: 'remove', id: 'a' })).toBe(sending);
  expect(removed(written('a', { status: 'failed' }))).toEqual([]);
  expect(removed(written('a', { status: 'uploading_file', file }))).toEqual([]);
});

test('what has arrived is gone, whatever became of it here, and the others keep their order', () => {
  const items = [written('a', { status: 'failed' }), written('b'), written('c')];
  expect(afterEvent(items, { kind: 'settled', ids: ['a', 'elsewhere'] })).toEqual(items.slice(1));
  expect(afterEvent(items, { kind: 'settled', ids: ['elsewhere'] })).toBe(items);
});

test('a file goes up first, once, and again only if it is no longer there', () => {
  const failed = written('a', { status: 'failed', file, error: 'no network' });
  const resent = (item: Outgoing) => afterEvent([item], { kind: 'resend', id: 'a' })[0];
  expect(resent(failed)).toMatchObject({ status: 'uploading_file', error: null });
  const carried = { ...failed, filePath: '/media/chat/1' };
  expect(resent(carried)).toMatchObject({ status: 'sending', filePath: '/media/chat/1' });
  const gone = new ApiError({ code: 'INVALID_REQUEST', status: 400, fields: { filePath: 'INVALID' } });
  const [refused] = afterEvent([carried], { kind: 'failed', id: 'a', error: gone });
  expect(refused).toMatchObject({ status: 'failed', filePath: null });
});

test('only what failed is sent again', () => {
  for (const status of ['sending', 'uploading_file'] as const) {
    const items = [written('a', { status, share: 0.5 })];
    expect(afterEvent(items, { kind: 'resend', id: 'a' })).toEqual(items);
  }
});

test.each([
  [0, false],
  [399, false],
  [400, true],
  [499, true],
  [500, false],
])('an answer of %d is a refusal that is the same next time: %s', (status, expected) => {
  expect(isRefusal(new ApiError({ code: 'X', status }))).toBe(expected);
});

test('a picture goes to the server by its path there, with its caption, and never by its address in the page', () => {
  const payload = { url: 'blob:1', fileType: 'file', filePath: '', name: 'a.png' } as const;
  const picture = (message: string) =>
    written('a', {
      file,
      filePath: '/media/chat/1',
      message: { message_type: 'media', payload: { ...payload, message } },
    });
  const sent = { fileType: 'image', filePath: '/media/chat/1', name: 'a.png' };
  expect(wireOf(picture('look'))).toEqual({ message_type: 'media', payload: { ...sent, message: 'look' } });
  expect(wireOf(picture(''))).toEqual({ message_type: 'media', payload: sent });
  expect(wireOf(written('words'))).toEqual(written('words').message);
});

test('an upload is shown by its share, which begins anew when the file is sent again', () => {
  const up = [written('a', { status: 'uploading_file', file }), written('b')];
  const half = afterEvent(up, { kind: 'carrying', id: 'a', share: 0.5 });
  expect(half.map(({ share }) => share)).toEqual([0.5, 0]);
  const failed = afterEvent(half, { kind: 'failed', id: 'a', error: 'no network' });
  expect(afterEvent(failed, { kind: 'resend', id: 'a' })[0]).toMatchObject({ share: 0, status: 'uploading_file' });
});
