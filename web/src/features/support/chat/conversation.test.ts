import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Entry, merge, reaches } from './conversation.ts';

const START = Date.parse('2026-01-31T10:00:00.000Z');

function entryAt(n: number, changes: Partial<Entry> = {}): Entry {
  return {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    sender: n % 2 === 0 ? 'customer' : 'other',
    message: { message_type: 'text', payload: { text: `message ${n}` } },
    createdAt: new Date(START + n * 1_000).toISOString(),
    session_id: 'one',
    ...changes,
  };
}

const room = Array.from({ length: 30 }, (_, n) => entryAt(n));

describe('what is known of a conversation', () => {
  it('is the same list whatever order, pages and repetitions it came in', () => {
    const pieces = fc.array(fc.subarray(room, { minLength: 1 }), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.infiniteStream(fc.nat()), (some, shuffle) => {
        const everything = [...some, room].flatMap((piece) => [piece, piece]);
        const order = everything.map((piece) => ({ piece, at: shuffle.next().value ?? 0 }));
        order.sort((one, other) => one.at - other.at);
        const known = order.reduce((all: readonly Entry[], { piece }) => merge(all, piece.toReversed()), []);
        expect(known).toEqual(room);
      }),
    );
  });

  it('is not touched by what is known already, so that nothing is drawn again', () => {
    const known = merge([], room);
    expect(merge(known, room.slice(3, 9))).toBe(known);
  });

  it('has the server’s own entry in the place of ours, whichever comes first, and once', () => {
    const ours = entryAt(1, { isOurWord: true });
    const theirs = entryAt(1);
    expect(merge(merge([], [ours]), [theirs])).toEqual([theirs]);
    expect(merge(merge([], [theirs]), [ours])).toEqual([theirs]);
  });

  it('takes new addresses of pictures only where they are asked for', () => {
    const media = (url: string) =>
      entryAt(1, {
        message: { message_type: 'media', payload: { url, fileType: 'image', filePath: url, name: 'a.png' } },
      });
    expect(merge([media('/old')], [media('/new')])).toEqual([media('/old')]);
    expect(merge([media('/old')], [media('/new')], true)).toEqual([media('/new')]);
  });
});

test('a page reaches into what is complete only by more than news may overtake each other', () => {
  const page = [entryAt(40), entryAt(20)];
  expect(reaches(page, START + 20_000)).toBe(false);
  expect(reaches(page, START + 30_000)).toBe(true);
  expect(reaches([], START)).toBe(false);
});
