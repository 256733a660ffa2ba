import type { Mutant } from '../mutant.ts';

const VIEWS = 'server/sql/reconciliation.sql';
const RECONCILIATION = 'server/src/reconciliation';
const BOOKS = `${RECONCILIATION}/books-alone.test.ts`;
const REPORTS = `${RECONCILIATION}/party-reports.test.ts`;
const EVERY = `${RECONCILIATION}/every-posting.test.ts`;

export const reconciliation: Mutant[] = [
  {
    name: 'a refused leg is due as if it was under way',
    file: VIEWS,
    from: `where state in ('called', 'done')`,
    to: `where state in ('called', 'done', 'refused')`,
    why: 'money stays in transit for ever, and nobody is told',
    noticedBy: [BOOKS],
  },
  {
    name: 'a posting without a cause is passed over',
    file: VIEWS,
    from: 'from due_effects full join booked_effects',
    to: 'from due_effects left join booked_effects',
    why: 'money that was made from nothing is paid out',
    noticedBy: [BOOKS],
  },
  {
    name: 'a withdrawal that was paid after all is not due as a debt',
    file: VIEWS,
    from: `'owed', case when is_owed then -withdrawals.amount end`,
    to: `'owed', case when is_owed and is_paid then -withdrawals.amount end`,
    why: 'a debt can be made or forgiven by hand, and nobody is told',
    noticedBy: [EVERY],
  },
  {
    name: 'a payout that was made after all is not in our records',
    file: `${RECONCILIATION}/our-records.queries.ts`,
    from: `returned_why in ('BOUNCED', 'PAID_TWICE')`,
    to: `returned_why in ('BOUNCED')`,
    why: 'what the channel paid twice is a finding for ever',
    noticedBy: [EVERY],
  },
  {
    name: 'a payout that bounced has to be gone from the report of the channel',
    file: `${RECONCILIATION}/our-records.queries.ts`,
    from: `or (state = 'returned' and returned_why in ('BOUNCED', 'PAID_TWICE'))`,
    to: `or (state = 'returned' and returned_why in ('PAID_TWICE'))`,
    why: 'what only the bank knows to have come back is a finding every night',
    noticedBy: [EVERY],
  },
  {
    name: 'a moved credit does not keep what is owed',
    file: 'server/src/deposits/payments/move-credit.ts',
    from: 'taken: taken.taken, owed: taken.owed });',
    to: 'taken: taken.taken, owed: 0n });',
    why: 'the debt of whoever spent the money has no cause, and every mended credit is a finding',
    noticedBy: ['server/src/deposits/payments/move-credit.test.ts'],
  },
  {
    name: 'what a debt lacks is not kept with the correction that forgave it',
    file: 'server/src/money/corrections/corrections.acts.ts',
    from: 'taken: 0n, owed: 0n, forgiven });',
    to: 'taken: 0n, owed: 0n, forgiven: 0n });',
    why: 'a forgiven debt looks like money that the member was given',
    noticedBy: ['server/src/money/corrections/corrections.test.ts'],
  },
  {
    name: 'a finding that comes back stays ended',
    file: `${RECONCILIATION}/findings.queries.ts`,
    from: 'select findings.ended_by is not null and findings.is_there',
    to: 'select findings.ended_at is not null',
    why: 'the second theft of the same kind is not seen',
    noticedBy: [BOOKS],
  },
  {
    name: 'one operator ends a finding about money',
    file: `${RECONCILIATION}/reconciliation.acts.ts`,
    from: 'found !== null && found.expected !== found.found',
    to: 'found !== null && found.expected === found.found',
    why: 'whoever made the difference explains it away',
    noticedBy: [BOOKS],
  },
  {
    name: 'a party without a report has nothing to report',
    file: `${RECONCILIATION}/compare-party.ts`,
    from: 'seeDifferences(tx, scope, [noReport(report)])',
    to: 'seeDifferences(tx, scope, [])',
    why: 'a party that is silent is taken for one that agrees',
    noticedBy: [REPORTS],
  },
  {
    name: 'a line that the party reports on another day is missing',
    file: `${RECONCILIATION}/compare-party.ts`,
    from: 'return report ? matchItems(records, report.items).ours : records;',
    to: 'return report ? records : records;',
    why: 'every night has findings that are none, and nobody reads them any more',
    noticedBy: [REPORTS],
  },
  {
    name: 'a finding that was accepted, gone and is back stays ended',
    file: `${RECONCILIATION}/findings.queries.ts`,
    from: ' and findings.is_there',
    to: '',
    why: 'the second theft of the same amount is taken for the first, which was accepted',
    noticedBy: [BOOKS],
    test: 'is back with the same figures',
  },
  {
    name: 'what went out is the other side of what came in',
    file: `${RECONCILIATION}/compare-report.ts`,
    from: ' && record.direction === item.direction',
    to: '',
    why: 'a payment that the bank never got is hidden by one that it sent',
    noticedBy: [`${RECONCILIATION}/compare-report.test.ts`],
  },
  {
    name: 'an accepted finding that is not about an amount is found again',
    file: `${RECONCILIATION}/findings.queries.ts`,
    from: '(findings.expected, findings.found) is not distinct from (excluded.expected, excluded.found)',
    to: '(findings.expected, findings.found) = (excluded.expected, excluded.found)',
    why: 'what operators have ended is there again every night, and nobody reads findings any more',
    noticedBy: [REPORTS],
    test: 'that an operator has accepted is not found again',
  },
];
