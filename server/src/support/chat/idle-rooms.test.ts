import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { text } from '../../../test/chat.ts';
import { cloneDatabase, newMember } from '../../../test/harness.ts';
import { undone } from '../../../test/undone.ts';
import type { Transaction } from '../../platform/database.ts';
import { closeIdleRooms, silentVisitors, takeUnsentFiles } from './chat.queries.ts';

const { db } = await cloneDatabase();
const member = await newMember({ db, edition: 'th' });

type Room = { state?: string; silent?: string; memberId?: string; adoptedInto?: string; said?: number };

/** A room in which nothing was said for the time `silent`, and that the desk has not read. */
async function room(tx: Transaction, { state = 'bot', silent = '0', memberId, adoptedInto, said = 1 }: Room) {
  const customerId = adoptedInto ? null : (memberId ?? randomUUID());
  const { rows } = await tx.query<{ id: string }>(
    `insert into chat_rooms (customer_id, member_id, adopted_into, state, last_at, last_position, unread_by_desk, locale)
      values ($1, $2, $3, $4, date_trunc('milliseconds', app_now()) - $5::interval, $6, 2, 'la') returning id`,
    [customerId, memberId, adoptedInto, state, silent, said],
  );
  return { id: rows[0]?.id ?? '', customerId };
}

const A_DAY_AND_MORE = '1 day 1 millisecond';

test('rooms with the bot alone are closed after a day of silence, as read; no other room is', () =>
  undone(db, async (tx) => {
    const idle = await room(tx, { silent: A_DAY_AND_MORE });
    const rooms: Room[] = [
      { silent: '23:59:59.999' },
      { state: 'waiting', silent: A_DAY_AND_MORE },
      { state: 'agent', silent: A_DAY_AND_MORE },
      { adoptedInto: idle.id, silent: A_DAY_AND_MORE },
    ];
    const others: string[] = [];
    for (const each of rooms) others.push((await room(tx, each)).id);
    await closeIdleRooms(tx);
    const sql =
      'select state, unread_by_desk as unread from chat_rooms where id = any ($1) order by array_position($1, id)';
    expect((await tx.query(sql, [[idle.id, ...others]])).rows).toEqual([
      { state: 'closed', unread: 0 },
      ...rooms.map(({ state = 'bot' }) => ({ state, unread: 2 })),
    ]);
  }));

test('visitors who wait for a person in silence for longer than they may are found, and no others', () =>
  undone(db, async (tx) => {
    const silent = await room(tx, { state: 'waiting', silent: '2 hours 1 millisecond' });
    await room(tx, { state: 'waiting', silent: '01:59:59.999' });
    await room(tx, { state: 'agent', silent: '3 hours' });
    await room(tx, { state: 'bot', silent: '3 hours' });
    await room(tx, { state: 'closed', silent: '3 hours' });
    await room(tx, { state: 'waiting', silent: '3 hours', memberId: member.id });
    await room(tx, { state: 'waiting', silent: '3 hours', adoptedInto: silent.id });
    expect(await silentVisitors(tx, 120)).toEqual([
      { id: silent.id, session_id: expect.stringMatching(/^[0-9a-f-]{36}$/), locale: 'la' },
    ]);
  }));

test('files that were not sent within a day are taken, the oldest first; a sent file is not', () =>
  undone(db, async (tx) => {
    const { id } = await room(tx, {});
    const keep = (reference: string, age: string, roomId: string | null = null) =>
      tx.query(
        `insert into chat_files (reference, file, file_type, room_id, created_at)
          values ($1, 'of ' || $1, 'image', $2, app_now() - $3::interval)`,
        [reference, roomId, age],
      );
    await keep('young', '1 day');
    await keep('old', A_DAY_AND_MORE);
    await keep('older', '2 days');
    await keep('sent', '2 days', id);
    expect(await takeUnsentFiles(tx, 1)).toEqual([{ reference: 'older', file: 'of older' }]);
    expect(await takeUnsentFiles(tx, 5)).toEqual([{ reference: 'old', file: 'of old' }]);
    expect((await tx.query('select reference from chat_files order by 1')).rows).toEqual([
      { reference: 'sent' },
      { reference: 'young' },
    ]);
  }));

type Outcome = { outcome: string; is_first: boolean; state: string };

async function sayIn(tx: Transaction, { customerId }: { customerId: string | null }, most = 100): Promise<Outcome> {
  const words = { customerId, id: randomUUID(), sender: 'customer', locale: 'en', message: text('hello') };
  const sql = `select outcome, is_first, (room).state from chat_say($1, $2, interval '1 day')`;
  return (await tx.query<Outcome>(sql, [JSON.stringify(words), most])).rows[0] ?? expect.fail('no answer');
}

test.each<[string, Room, boolean, string]>([
  ['a day of silence', { silent: '1 day' }, false, 'bot'],
  ['more than a day of silence with the bot', { silent: A_DAY_AND_MORE }, true, 'bot'],
  ['more than a day of silence with an operator', { silent: A_DAY_AND_MORE, state: 'agent' }, true, 'bot'],
  ['more than a day of waiting', { silent: A_DAY_AND_MORE, state: 'waiting' }, true, 'waiting'],
  ['the end of the one before', { state: 'closed' }, true, 'bot'],
  ['a moment with an operator', { state: 'agent' }, false, 'agent'],
])('after %s a message begins another conversation or not', (_, before, isFirst, state) =>
  undone(db, async (tx) => {
    expect(await sayIn(tx, await room(tx, before))).toEqual({ outcome: 'said', is_first: isFirst, state });
  }),
);

test('a customer’s messages are counted from the first of a minute on, and anew once the minute is over', () =>
  undone(db, async (tx) => {
    const own = await room(tx, {});
    const pass = (time: string) => tx.query('update clock set ahead = ahead + $1::interval', [time]);
    const outcomes: string[] = [];
    for (const time of ['0', '59.999 seconds', '0', '0.001 seconds', '0', '0']) {
      await pass(time);
      outcomes.push((await sayIn(tx, own, 2)).outcome);
    }
    expect(outcomes).toEqual(['said', 'said', 'too-many', 'said', 'said', 'too-many']);
  }));
