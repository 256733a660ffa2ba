import type { Slip } from '../slip.ts';

const CHAT = 'server/src/support/chat';
const CHAT_SQL = 'server/migrations/0012_chat.sql';
const PLATFORM = 'server/src/platform';

/** Members, support, and what all of it stands on. */
export const secondReaderPeople: Slip[] = [
  {
    name: 'a member reads the chat of any other',
    file: `${CHAT}/chat.routes.ts`,
    from: 'if (member.memberId !== userId) throw',
    to: 'if (!member.memberId) throw',
    why: 'everything that was told to support is open to all',
    noticedBy: [`${CHAT}/hostile-chat.test.ts`, `${CHAT}/rooms.test.ts`],
  },
  {
    name: 'other words under a used id are taken for the same',
    file: CHAT_SQL,
    from: ` and entry.message = words -> 'message'`,
    to: '',
    why: 'a message is acknowledged and kept nowhere',
    noticedBy: [`${CHAT}/chat.test.ts`, `${CHAT}/hostile-chat.test.ts`],
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
    name: 'an operator stays signed in for ever',
    file: `${PLATFORM}/operator-sessions.ts`,
    from: 'where token_hash = $1 and face = $2 and expires_at > app_now()',
    to: 'where token_hash = $1 and face = $2',
    why: 'a browser that was left behind reads all chats years later',
    noticedBy: ['server/src/support/desk/desk-sign-in.test.ts'],
  },
  {
    name: 'two workers take the same work',
    file: `${PLATFORM}/due-work.ts`,
    from: 'limit $1 for update skip locked)',
    to: 'limit $1)',
    why: 'what is due is done twice at once',
    noticedBy: [`${PLATFORM}/lease-due.test.ts`],
  },
  {
    name: 'a socket enters the room of any member',
    file: `${PLATFORM}/realtime.ts`,
    from: ` || session.memberId !== who.userId`,
    to: '',
    why: 'a member hears the chat and the wallet of another',
    noticedBy: [`${PLATFORM}/realtime.test.ts`],
  },
  {
    name: 'a code of yesterday verifies a phone',
    file: 'server/src/members/otp/verify-otp.ts',
    from: 'if (sent.is_expired) return',
    to: 'if (sent.is_expired && sent.is_verified) return',
    why: 'a code that was read on a lost phone opens an account later',
    noticedBy: ['server/src/members/otp/verify-otp.test.ts'],
  },
];
