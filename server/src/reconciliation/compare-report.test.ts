import { expect, test } from 'vitest';
import type { ReportItem } from '../providers/reports/party-report.ts';
import { differencesOf, matchItems, type OurRecord } from './compare-report.ts';

const NOON = new Date('2026-03-01T12:00:00Z');
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * 60 * 60_000);

const OURS: OurRecord = {
  ...{ name: 'payment 12', references: ['REF1'], amount: 100_00n, currency: 'BAHT', direction: 'in', at: NOON },
  ...{ day: '2026-03-01', first_day: '2026-03-01', is_pending: false, pair_hours: 2 },
};
const THEIRS: ReportItem = { reference: 'REF1', amount: 100_00n, currency: 'BAHT', direction: 'in', at: NOON };

/** What is found where these are our record and their line of a day. */
function found(record: Partial<OurRecord>, item: Partial<ReportItem>): string[] {
  const matched = matchItems([{ ...OURS, ...record }], [{ ...THEIRS, ...item }]);
  return differencesOf(matched, matched.ours).map(({ kind }) => kind);
}

test.each<[string, Partial<ReportItem>]>([
  ['the same line', {}],
  ['a line of another reference, of the same amount within the hours', { reference: 'REF2', at: hoursLater(1.9) }],
])('%s is the other side of a record', (_, item) => {
  expect(found({}, item)).toEqual([]);
});

test.each<[string, Partial<ReportItem>]>([
  ['of money that went out where ours came in', { direction: 'out' }],
  ['of another currency', { currency: 'LAK' }],
])('a line %s is no other side of a record, of its reference or not: both are findings', (_, item) => {
  for (const reference of ['REF1', 'REF2'])
    expect(found({}, { ...item, reference })).toEqual(['not in our books', 'not in their report']);
});

test('a line of another reference is no other side of a record as many hours away as pairs may be apart', () => {
  expect(found({}, { reference: 'REF2', at: hoursLater(2) })).toHaveLength(2);
});

test('where references are shared, a line of another reference is no other side of a record, however near', () => {
  expect(found({ pair_hours: 0 }, { reference: 'REF2' })).toHaveLength(2);
});
