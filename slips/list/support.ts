import type { Slip } from '../slip.ts';

const CHAT = 'server/src/support/chat';
const DESK = 'server/src/support/desk';

export const support: Slip[] = [
  {
    name: 'who waits for a person is given back to the bot after a day',
    file: 'server/migrations/0012_chat.sql',
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
];
