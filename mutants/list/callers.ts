import type { Mutant } from '../mutant.ts';

const MATRIX = 'server/src/who-may-call.test.ts';

export const callers: Mutant[] = [
  {
    name: 'a member’s transfer is told to whoever has its id',
    file: 'server/src/money/transfers/transfers.queries.ts',
    from: 'from transfers where member_id = $1 and id = $2`',
    to: 'from transfers where $1::text is not null and id = $2`',
    why: 'strangers read what a member moved',
    noticedBy: [MATRIX],
    test: 'by another member tells nothing',
  },
  {
    name: 'a member’s chat is read by whoever is signed in',
    file: 'server/src/support/chat/chat.routes.ts',
    from: 'if (member.memberId !== userId)',
    to: 'if (member.memberId === null)',
    why: 'strangers read what a member wrote to support',
    noticedBy: [MATRIX],
    test: 'by another member tells nothing',
  },
  {
    name: 'a token of the command line opens the desk',
    file: 'server/src/platform/operator-sessions.ts',
    from: 'and face = $2 and',
    to: 'and $2::text is not null and',
    why: 'a stolen file of an operator reads every conversation',
    noticedBy: [MATRIX],
    test: 'lets in whom it is for',
  },
  {
    name: 'a sign-in at the desk never ends',
    file: 'server/src/platform/operator-sessions.ts',
    from: 'and face = $2 and expires_at > app_now()',
    to: 'and face = $2 and expires_at is not null',
    why: 'a token that was left somewhere reads every conversation for ever',
    noticedBy: [MATRIX],
    test: 'lets in whom it is for',
  },
  {
    name: 'an odd id at the desk fails the service',
    file: 'contract/src/support/desk.ts',
    from: 'const ConversationId = Uuid;',
    to: 'const ConversationId = Text(100);',
    why: 'whoever types nonsense sees a failure, and the log fills',
    noticedBy: ['server/src/calls-stress.test.ts'],
    test: 'sent to every call',
  },
];
