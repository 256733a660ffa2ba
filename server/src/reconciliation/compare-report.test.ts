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

const ours = (...records: Partial<OurRecord>[]) => records.map((record) => ({ ...OURS, ...record }));
const theirs = (...items: Partial<ReportItem>[]) => items.map((item) => ({ ...THEIRS, ...item }));

test('of two records with one reference each has the line of its own amount', () => {
  const records = ours({ amount: 200_00n }, { amount: 100_00n });
  expect(matchItems(records, theirs({ amount: 100_00n }, { amount: 200_00n })).pairs).toEqual([
    { ours: records[0], theirs: { ...THEIRS, amount: 200_00n } },
    { ours: records[1], theirs: THEIRS },
  ]);
});

test('a line of the record’s reference is its other side before a nearer line of the same amount', () => {
  const [other, own] = theirs({ reference: 'REF2' }, { amount: 99_00n, at: hoursLater(5) });
  const matched = matchItems(ours({}), [other ?? THEIRS, own ?? THEIRS]);
  expect(matched).toEqual({ pairs: [{ ours: OURS, theirs: own }], ours: [], theirs: [other] });
});

test('of several lines of the same amount the nearest in time is the other side, before or after', () => {
  const items = theirs(
    { reference: 'FAR', at: hoursLater(-1) },
    { reference: 'NEAR', at: hoursLater(-0.5) },
    { reference: 'LATER', at: hoursLater(0.6) },
  );
  expect(matchItems(ours({}), items).pairs.map(({ theirs: { reference } }) => reference)).toEqual(['NEAR']);
});

test('a line is the other side of one record, and each other record and line is a difference of its own', () => {
  const records = ours(
    {},
    { name: 'payment 13' },
    { name: 'payment 14', references: [], pair_hours: 0, direction: 'out' },
  );
  const items = theirs(
    {},
    { amount: 99_50n },
    { reference: 'REF9', at: hoursLater(9) },
    { reference: 'REF9', at: hoursLater(9) },
  );
  const matched = matchItems(records.slice(0, 2), items);
  const line = { currency: 'BAHT', expected: 0n, found: 100_00n };
  const unknown = {
    ...line,
    kind: 'not in our books',
    detail: 'their report has 100.00 in at 2026-03-01T21:00:00.000Z',
  };
  const missing = { currency: 'BAHT', kind: 'not in their report', expected: 100_00n, found: 0n };
  expect(differencesOf(matched, records)).toEqual([
    {
      ...{ kind: 'another amount', subject: 'in REF1', currency: 'BAHT', expected: 100_00n, found: 99_50n },
      detail: 'payment 13 is 100.00 in our books and 99.50 in their report',
    },
    { ...unknown, subject: 'in REF9' },
    { ...unknown, subject: 'in REF9 (2)' },
    { ...missing, subject: 'in REF1 (2)', detail: 'payment 12, 100.00 in at 2026-03-01T12:00:00.000Z' },
    { ...missing, subject: 'in REF1 (3)', detail: 'payment 13, 100.00 in at 2026-03-01T12:00:00.000Z' },
    { ...missing, subject: 'out payment 14', detail: 'payment 14, 100.00 out at 2026-03-01T12:00:00.000Z' },
  ]);
});
