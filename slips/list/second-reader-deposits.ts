import type { Slip } from '../slip.ts';

const PAYMENTS = 'server/src/deposits/payments';

export const secondReaderDeposits: Slip[] = [
  {
    name: 'two tellings of one payment do not wait for each other',
    file: `${PAYMENTS}/payments.queries.ts`,
    from: "await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [\n    `payment",
    to: "await tx.query('select hashtextextended($1, 0)', [\n    `payment",
    why: 'an SMS and a slip at the same moment are credited both',
    noticedBy: [`${PAYMENTS}/hear-payment.test.ts`],
    test: 'told at the same moment, are credited once',
  },
  {
    name: 'names that two banks cut off differently are two names',
    file: `${PAYMENTS}/match-sender.ts`,
    from: `!== 'different' || compareNames(other, one)`,
    to: `!== 'different' && compareNames(other, one)`,
    why: 'the second telling of a payment is credited as another one',
    noticedBy: [`${PAYMENTS}/hear-payment.test.ts`],
    test: 'is one name',
  },
  {
    name: 'the time in an SMS is taken for Greenwich’s',
    file: `${PAYMENTS}/notice-text.ts`,
    from: ':00+07:00',
    to: ':00Z',
    why: 'no SMS is ever known as the payment that another channel told of',
    noticedBy: [`${PAYMENTS}/bank-feeds.test.ts`, `${PAYMENTS}/payment-news.test.ts`],
  },
  {
    name: 'a slip of yesterday proves a transfer',
    file: 'server/src/deposits/slips/judge-slip.ts',
    from: 'SLIP_AGE_HOURS = 1;',
    to: 'SLIP_AGE_HOURS = 24;',
    why: 'pictures of old transfers are tried until one is credited',
    noticedBy: ['server/src/deposits/slips/slips.test.ts'],
  },
  {
    name: 'anybody’s QR code can be cancelled',
    file: 'server/src/deposits/qrcodes/qrcodes.queries.ts',
    from: 'where id = $1 and member_id = $2 for update',
    to: 'where id = $1 and $2 is not null for update',
    why: 'one member ends the code that another is about to pay',
    noticedBy: ['server/src/deposits/qrcodes/qrcodes.test.ts'],
  },
  {
    name: 'an operator gives baht to a member in kip',
    file: `${PAYMENTS}/give-waiting.ts`,
    from: 'if (currency !== payment.currency) throw',
    to: 'if (!currency) throw',
    why: 'the operator is told nothing that helps, or the member has money in no wallet',
    noticedBy: ['server/src/operator/payment-commands.test.ts', 'server/src/deposits/announced/announced.test.ts'],
  },
  {
    name: 'an announced deposit can be accepted again',
    file: 'server/src/deposits/announced/announced.queries.ts',
    from: `and id::text = $2 and status = 'PROCESSING' for update`,
    to: 'and id::text = $2 for update',
    why: 'two payments are given for one, and what was refused is credited',
    noticedBy: ['server/src/operator/payment-commands.test.ts'],
  },
];
