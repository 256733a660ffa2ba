import type { Slip } from '../slip.ts';

const MESSAGING = 'web/src/messaging';
const STATEMENT = 'web/src/features/money/statement';
const WHEEL = 'web/src/features/rewards/spin-wheel';

export const secondReaderWeb: Slip[] = [
  {
    name: 'less than nothing to play with is as much as it says',
    file: 'web/src/wallet/transfer-rules.ts',
    from: 'isNegative && amount !== null ? 0n : amount',
    to: 'isNegative && amount === null ? 0n : amount',
    why: '-500 moves 500 to the game',
    noticedBy: ['web/src/wallet/transfer-rules.test.ts'],
  },
  {
    name: 'the key of a transfer is forgotten when the server is busy',
    file: 'web/src/platform/idempotency.ts',
    from: `new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'])`,
    to: `new Set(['INTERNAL_SERVER_ERROR'])`,
    why: 'a second press moves the money a second time',
    noticedBy: ['web/src/platform/idempotency.test.ts'],
  },
  {
    name: 'news that is heard closes the gap before it',
    file: `${MESSAGING}/conversation.ts`,
    from: 'if (!event.isInside || !state.isComplete) return heard;',
    to: 'if (!event.isInside) return heard;',
    why: 'what was said while the phone was away is never read',
    noticedBy: [`${MESSAGING}/conversation.test.ts`],
  },
  {
    name: 'a message is taken back while it is being sent',
    file: `${MESSAGING}/outgoing.ts`,
    from: `id === event.id && status !== 'sending'`,
    to: `id === event.id && status !== 'succeed'`,
    why: 'a member believes that support never got what it got',
    noticedBy: [`${MESSAGING}/outgoing.test.ts`],
  },
  {
    name: 'trouble at the server is taken for a refusal of the message',
    file: `${MESSAGING}/outgoing.ts`,
    from: 'error.status >= 400 && error.status < 500',
    to: 'error.status >= 400',
    why: 'what could be sent a moment later is never sent',
    noticedBy: [`${MESSAGING}/outgoing.test.ts`, `${MESSAGING}/outbox.test.ts`],
  },
  {
    name: 'exactly what a QR code asked for is not noticed',
    file: 'web/src/features/deposits/qrcodes/qr-phase.ts',
    from: 'balance - watched.balance >= addWireMoney',
    to: 'balance - watched.balance > addWireMoney',
    why: 'a member who has paid is told that the code has run out',
    noticedBy: ['web/src/features/deposits/qrcodes/qr-phase.test.ts'],
  },
  {
    name: 'the last day of a statement is left out',
    file: `${STATEMENT}/statement-filter.ts`,
    from: 'startOfDay(to, 1)',
    to: 'startOfDay(to, 0)',
    why: 'today’s deposit is not in the statement of today',
    noticedBy: [`${STATEMENT}/statement-filter.test.ts`],
  },
  {
    name: 'only the first page of a statement is saved',
    file: `${STATEMENT}/read-all.ts`,
    from: 'statements.length < PAGE_LIMIT_MAX ||',
    to: 'statements.length <= PAGE_LIMIT_MAX ||',
    why: 'a member’s file ends in the middle and does not say so',
    noticedBy: [`${STATEMENT}/read-all.test.ts`],
  },
  {
    name: 'weeks begin on Sunday',
    file: 'web/src/features/rewards/bonuses/receive-limit.ts',
    from: 'MONDAY_BEFORE = 3',
    to: 'MONDAY_BEFORE = 4',
    why: 'a bonus is offered that the server refuses all day',
    noticedBy: ['web/src/features/rewards/bonuses/receive-limit.test.ts'],
  },
  {
    name: 'the figure at which a reward is yours is rounded down',
    file: 'web/src/conditions/standing.ts',
    from: ' + WHOLE - 1n) / WHOLE',
    to: ') / WHOLE',
    why: 'a member reaches what the screen says and is not free',
    noticedBy: ['web/src/conditions/standing.test.ts'],
  },
  {
    name: 'the wheel stops at another slice than was won',
    file: `${WHEEL}/wheel-physics.ts`,
    from: 'fractionOf(-place - from)',
    to: 'fractionOf(place - from)',
    why: 'a member sees a prize that was not won',
    noticedBy: [`${WHEEL}/wheel-physics.test.ts`],
  },
  {
    name: 'unsent words are inherited by whoever signs in',
    file: 'web/src/features/support/chat/kept-words.ts',
    from: 'if (kept && kept.owner === previousGuest)',
    to: 'if (kept && previousGuest !== null)',
    why: 'one member’s words are sent in the name of another',
    noticedBy: ['web/src/features/support/chat/kept-words.test.ts'],
  },
];
