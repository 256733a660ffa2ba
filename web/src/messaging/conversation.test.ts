import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conversation,
  type ConversationEvent,
  type Entry,
  emptyConversation,
  merge,
  next,
  nextPage,
} from './conversation.ts';

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
  it('asks the server for a page by nothing but its place and size', () => {
    const again = { pageSize: 10, again: 'missed' } as const;
    const reading = next(emptyConversation(again), { kind: 'catch up' });
    expect(nextPage(reading, 'newest')).toEqual({ skip: 0, limit: 10 });
    const page = room.slice(-10).toReversed();
    const read = next(reading, { kind: 'page', direction: 'newest', entries: page });
    expect(nextPage(next(read, { kind: 'load older' }), 'older')).toEqual({ skip: 10, limit: 10 });
  });

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

  it('has one order for entries of the same moment, whichever came first', () => {
    const [one, other] = [entryAt(1, { id: 'a' }), entryAt(1, { id: 'b' })];
    expect([merge([one], [other]), merge([other], [one])]).toEqual([
      [one, other],
      [one, other],
    ]);
  });

  it('takes new addresses of pictures only where they are asked for', () => {
    const media = (url: string) =>
      entryAt(1, {
        message: { message_type: 'media', payload: { url, fileType: 'image', filePath: url, name: 'a.png' } },
      });
    expect(merge([media('/old')], [media('/new')])).toEqual([media('/old')]);
    expect(merge([media('/old')], [media('/new')], true)).toEqual([media('/new')]);
    const ours: Entry = { ...media('blob:1'), isOurWord: true };
    expect(merge([media('/old')], [ours], true)).toEqual([media('/old')]);
  });
});

/** The conversation after these events, at a side that reads two entries at a time. */
function after(events: readonly ConversationEvent[], again: 'missed' | 'all' = 'missed'): Conversation {
  return events.reduce(next, emptyConversation({ pageSize: 2, again }));
}
const CATCH_UP = { kind: 'catch up' } as const;
const OLDER = { kind: 'load older' } as const;
const page = (direction: 'newest' | 'older', ...entries: Entry[]) => ({ kind: 'page', direction, entries }) as const;
const heard = (entry: Entry, isInside = true) => ({ kind: 'heard', entry, isInside }) as const;
const OPENED = [CATCH_UP, page('newest', entryAt(21), entryAt(20))];
const idsIn = ({ entries }: Conversation) => entries.map(({ id }) => Number(id.slice(-12)));

describe('a conversation that is read', () => {
  it('begins with the newest page and knows that there is more', () => {
    expect(after([CATCH_UP])).toMatchObject({ isRead: false, newestWalk: { skip: 0, limit: 2 } });
    const read = after(OPENED);
    expect(read).toMatchObject({ isRead: true, newestWalk: null, hasOlder: true, isComplete: true });
    expect(idsIn(read)).toEqual([20, 21]);
  });

  it('reads on until a page reaches back by more than news may overtake each other', () => {
    const reading = after([...OPENED, CATCH_UP, page('newest', entryAt(40), entryAt(20))]);
    expect(reading).toMatchObject({ newestWalk: { skip: 2 }, isComplete: false });
    const read = next(reading, page('newest', entryAt(19), entryAt(11)));
    expect(read).toMatchObject({ newestWalk: null, isComplete: true });
    expect(idsIn(read)).toEqual([11, 19, 20, 21, 40]);
  });

  it('counts as complete only what was heard inside, after a reading', () => {
    const until = (events: readonly ConversationEvent[]) => after(events).completeUntil;
    expect(until([...OPENED, heard(entryAt(30))])).toBe(START + 30_000);
    expect(until([...OPENED, heard(entryAt(30), false)])).toBe(START + 21_000);
    expect(until([...OPENED, CATCH_UP, heard(entryAt(30))])).toBe(START + 21_000);
    expect(until([...OPENED, { kind: 'sent', entry: entryAt(30, { isOurWord: true }) }])).toBe(START + 21_000);
  });

  it('forgets what it heard before a first page that does not reach it', () => {
    expect(idsIn(after([heard(entryAt(3)), ...OPENED]))).toEqual([20, 21]);
    expect(idsIn(after([heard(entryAt(3)), CATCH_UP, page('newest', entryAt(21))]))).toEqual([3, 21]);
  });

  it('reads once more if it was asked to while it read', () => {
    const asked = after([CATCH_UP, CATCH_UP, page('newest', entryAt(21), entryAt(20))]);
    expect(asked).toMatchObject({ isRead: false, newestWalk: { skip: 0, isAskedAgain: false } });
    expect(next(asked, page('newest', entryAt(21)))).toMatchObject({ isRead: true, newestWalk: null });
  });

  it('goes beyond what is known, however far what came meanwhile has moved the pages', () => {
    const older = after([...OPENED, OLDER, page('older', entryAt(21), entryAt(20))]);
    expect(older).toMatchObject({ olderWalk: { skip: 4 } });
    const read = next(older, page('older', entryAt(3)));
    expect(read).toMatchObject({ olderWalk: null, hasOlder: false });
    expect(idsIn(read)).toEqual([3, 20, 21]);
    expect(after([...OPENED, OLDER, OLDER])).toMatchObject({ olderWalk: { skip: 2 } });
    expect(after([OLDER])).toMatchObject({ olderWalk: null });
  });

  it('keeps what it knows when a reading fails, and says why, unless that was told elsewhere', () => {
    const failed = (direction: 'newest' | 'older', error: unknown) => ({ kind: 'failed', direction, error }) as const;
    const read = after([...OPENED, CATCH_UP, failed('newest', 'no network')]);
    expect(read).toMatchObject({ error: 'no network', isRead: true, newestWalk: null, isComplete: false });
    expect(idsIn(read)).toEqual([20, 21]);
    expect(after([...OPENED, CATCH_UP, failed('newest', null)]).error).toBe(null);
    expect(after([...OPENED, OLDER, failed('older', 'no network')]).hasOlderFailed).toBe(true);
    expect(after([...OPENED, OLDER, failed('older', null)]).hasOlderFailed).toBe(false);
  });

  it('finds what came to stand among the known, where all of it is read again', () => {
    const again = after([...OPENED, OLDER, page('older', entryAt(5), entryAt(4)), CATCH_UP], 'all');
    const limit = again.newestWalk?.limit ?? 0;
    const full = Array.from({ length: limit }, (_, n) => entryAt(21 + limit - n));
    const reading = next(again, page('newest', ...full));
    expect(reading).toMatchObject({ newestWalk: { skip: limit } });
    const read = next(reading, page('newest', ...[21, 20, 9, 5, 4, 3].map((n) => entryAt(n))));
    // And no entry older than the oldest: older ones are read when the reader scrolls up.
    expect(idsIn(read).slice(0, 5)).toEqual([4, 5, 9, 20, 21]);
    expect(read).toMatchObject({ newestWalk: null, isComplete: true, hasOlder: true });
  });

  it('is the same where nothing is new, so that nothing is drawn again', () => {
    const read = after([...OPENED, heard(entryAt(30))]);
    expect(next(read, { kind: 'sent', entry: entryAt(21) })).toBe(read);
    expect(next(read, { kind: 'renewed', entries: [] })).toBe(read);
  });
});
