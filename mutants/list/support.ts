import type { Mutant } from '../mutant.ts';

const CHAT_SQL = 'server/sql/chat.sql';
const CHAT = 'server/src/support/chat';
/** How an entry is said, and what else the database does for a conversation. */
const DESK = 'server/src/support/desk';

export const support: Mutant[] = [
  {
    name: 'who waits for a person is given back to the bot after a day',
    file: CHAT_SQL,
    from: `if room.state <> 'waiting' then room.state := 'bot'; end if;`,
    to: `room.state := 'bot';`,
    why: 'a waiting customer loses their place in the line',
    noticedBy: [`${CHAT}/chat.test.ts`],
    test: 'who waits for a person goes on waiting',
  },
  {
    name: 'a long entry is told to the room that was left',
    file: `${CHAT}/chat-news.ts`,
    from: 'if (entry?.room_id !== roomId) return;',
    to: 'if (!entry) return;',
    why: 'whoever uses the browser next reads a member’s message',
    noticedBy: [`${CHAT}/signing-in.test.ts`],
    test: 'a long entry that is told only after',
  },
  {
    name: 'outsiders lock operators out',
    file: 'server/src/staff/sign-in.ts',
    from: 'limit: 10 * perName',
    to: 'limit: perName',
    why: 'customers, who see the names, can close the desk',
    noticedBy: [`${DESK}/desk-sign-in.test.ts`],
    test: 'who guesses an operator’s password from elsewhere',
  },
  {
    name: 'unread conversations are listed as closed too',
    file: `${DESK}/desk.queries.ts`,
    from: `closed: \`room.state = 'closed' and room.unread_by_desk = 0 and`,
    to: `closed: \`room.state = 'closed' and`,
    why: 'what was said last is overlooked',
    noticedBy: [`${DESK}/desk.test.ts`],
    test: 'that comes while an operator ends the conversation',
  },
  {
    name: 'other words under a used id are taken for the same',
    file: CHAT_SQL,
    from: ` and known.message = words -> 'message'`,
    to: '',
    why: 'a message is acknowledged and kept nowhere',
    noticedBy: [`${CHAT}/chat.test.ts`],
    test: 'an id that has said something else',
  },
  {
    name: 'what a visitor said before signing in counts as read',
    file: CHAT_SQL,
    from: 'unread_by_desk = guest.unread_by_desk + home.unread_by_desk',
    to: 'unread_by_desk = home.unread_by_desk',
    why: 'nobody at the desk sees that somebody waits',
    noticedBy: [`${CHAT}/signing-in.test.ts`],
    test: 'the desk has still to read',
  },
  {
    name: 'ending a silent conversation begins another',
    file: CHAT_SQL,
    from: `room.last_at < at - idle
      and coalesce(words ->> 'state', '') <> 'closed') then`,
    to: 'room.last_at < at - idle) then',
    why: 'the goodbye is a conversation of its own, and whose it was is forgotten',
    noticedBy: [`${CHAT}/chat.test.ts`],
    test: 'that was silent for a day',
  },
  {
    name: 'a reading of one operator hides those of all others',
    file: 'server/src/platform/security-events.ts',
    from: `where operator = $1 and what = 'conversation-read'`,
    to: `where $1::text is not null and what = 'conversation-read'`,
    why: 'an operator who looks at a member leaves no trace behind a colleague',
    noticedBy: [`${DESK}/desk-sign-in.test.ts`],
    test: 'for each operator and each conversation',
  },
  {
    name: 'an entry of another room marks a conversation as read',
    file: CHAT_SQL,
    from: ' and room_id = p_room), 0)',
    to: '), 0)',
    why: 'what a customer said is overlooked',
    noticedBy: [`${CHAT}/chat.test.ts`],
    test: 'an entry of another room',
  },
  {
    name: 'a visitor’s files stay behind when the visitor signs in',
    file: 'server/sql/chat.sql',
    from: '  update chat_files set room_id = home.id where room_id = guest.id;\n',
    to: '',
    why: 'a member cannot show again what they have sent',
    noticedBy: ['server/src/support/chat/sent-media.test.ts'],
    test: 'is the member’s once they have signed in',
  },
  {
    name: 'a room that was left behind gets the goodbye',
    file: 'server/src/support/chat/chat.queries.ts',
    from: 'member_id is null and customer_id is not null',
    to: 'member_id is null',
    why: 'a member who waits for a person is sent away',
    noticedBy: ['server/src/support/desk/desk.test.ts'],
    test: 'then signs in waits on as a member',
  },
];
