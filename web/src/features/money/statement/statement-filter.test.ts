import { expect, test } from 'vitest';
import { filterOf, isDay, isFiltered, pageOf, wireFilter } from './statement-filter.ts';

const read = (search: string) => filterOf(new URLSearchParams(search));

test('an address carries type, days and page', () => {
  const search = 'type=withdraw&from=2026-11-01&to=2026-11-15&page=3';
  expect(read(search)).toEqual({ type: 'withdraw', from: '2026-11-01', to: '2026-11-15' });
  expect(pageOf(new URLSearchParams(search))).toBe(3);
});

test.each(['type=theft', 'from=2026-02-30', 'from=0002-11-01', 'to=yesterday', 'to=2026-1-1'])(
  '%s is left out',
  (search) => {
    expect(isFiltered(read(search))).toBe(false);
  },
);

test.each(['0', '-1', '1.5', 'x', '9999999', ''])('page %j is the first', (page) => {
  expect(pageOf(new URLSearchParams({ page }))).toBe(1);
});

test('both days count whole in the zone of the member', () => {
  expect(wireFilter({ type: 'deposit', from: '2026-12-31', to: '2026-12-31' })).toEqual({
    statementType: 'deposit',
    from: new Date(2026, 11, 31).toISOString(),
    before: new Date(2027, 0, 1).toISOString(),
  });
});

test('nothing chosen asks for everything', () => {
  expect(wireFilter({ type: null, from: '', to: '' })).toEqual({});
});

test('a leap day is a day, a day that never was is none', () => {
  expect([isDay('2028-02-29'), isDay('2026-02-29'), isDay('')]).toEqual([true, false, false]);
});
