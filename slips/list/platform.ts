import type { Slip } from '../slip.ts';

const PLATFORM = 'server/src/platform';
const KEYS_TEST = `${PLATFORM}/idempotency.test.ts`;

export const platform: Slip[] = [
  {
    name: 'a repetition forgets a call that is still at work',
    file: `${PLATFORM}/idempotency.ts`,
    from: `and created_at < app_now() - interval '1 minute'`,
    to: '',
    why: 'the same thing is done twice under one key',
    noticedBy: [KEYS_TEST],
    test: 'of a call that was never answered',
  },
  {
    name: 'a call that was never answered is never forgotten',
    file: `${PLATFORM}/idempotency.ts`,
    from: 'delete from idempotency_keys where member_id = $1',
    to: 'delete from idempotency_keys where false and member_id = $1',
    why: 'after a node has died a key answers 503 for a month',
    noticedBy: [KEYS_TEST],
    test: 'of a call that was never answered',
  },
  {
    name: 'another input under the same key is answered as the first',
    file: `${PLATFORM}/idempotency.ts`,
    from: '!first.input_hash.equals(inputHash)',
    to: 'first.input_hash.length !== inputHash.length',
    why: 'a movement is told as done that never was',
    noticedBy: [KEYS_TEST],
  },
  {
    name: 'the folder is no part of a link’s signature',
    file: `${PLATFORM}/media-links.ts`,
    from: `\`media/\${folder}/`,
    to: '`media/',
    why: 'a link to a picture of the chat opens a slip',
    noticedBy: [`${PLATFORM}/media-links.test.ts`],
  },
  {
    name: 'a blocked member goes on',
    file: `${PLATFORM}/sessions.ts`,
    from: 'if (row.is_blocked) return',
    to: 'if (row.is_blocked && row.is_expired) return',
    why: 'who was blocked can still take money out',
    noticedBy: [`${PLATFORM}/sessions.test.ts`],
  },
  {
    name: 'a sign-in never ends',
    file: `${PLATFORM}/sessions.ts`,
    from: 'sessions.expires_at <= app_now() as is_expired',
    to: 'sessions.expires_at is null as is_expired',
    why: 'a forgotten browser stays signed in',
    noticedBy: [`${PLATFORM}/sessions.test.ts`],
  },
  {
    name: 'a signed hook can be sent again for ever',
    file: `${PLATFORM}/signed-hooks.ts`,
    from: '!(Math.abs(Date.now() - Number(timestamp)) <= WINDOW_MS)',
    to: 'Date.now() - Number(timestamp) > WINDOW_MS',
    why: 'a hook of the future is good until then',
    noticedBy: [`${PLATFORM}/signed-hooks.test.ts`],
  },
  {
    name: 'a budget allows one more',
    file: `${PLATFORM}/budgets.ts`,
    from: 'used.amount + amount > limit',
    to: 'used.amount > limit',
    why: 'guesses and messages go further than was promised',
    noticedBy: ['server/src/members/otp/send-otp.test.ts', 'server/src/members/account/login.test.ts'],
  },
  {
    name: 'those who come at the same moment share the last of a budget',
    file: `${PLATFORM}/budgets.ts`,
    from: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    to: 'select hashtextextended($1, 0)',
    why: 'a limit holds only for who comes alone',
    noticedBy: ['server/src/members/otp/send-otp.test.ts', 'server/src/deposits/announced/announced.test.ts'],
  },
];
