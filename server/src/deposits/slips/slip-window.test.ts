import { describe, expect, test } from 'vitest';
import { slipWindow } from './slip-window.ts';

const bangkok = (time: string) => new Date(`${time}+07:00`);
const at = (time: string) => bangkok(time).toISOString();

describe('a window over midnight, 23:30 to 00:30 in Bangkok', () => {
  const window = { from: '23:30', to: '00:30' };

  test.each([
    ['2026-03-09T12:00:00', true, '2026-03-09T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-09T23:29:59', true, '2026-03-09T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-09T23:29:59.999', true, '2026-03-09T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-09T23:30:00', false, '2026-03-10T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-09T23:59:59', false, '2026-03-10T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-10T00:00:00', false, '2026-03-10T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-10T00:29:59', false, '2026-03-10T23:30:00', '2026-03-10T00:30:00'],
    ['2026-03-10T00:30:00', true, '2026-03-10T23:30:00', '2026-03-11T00:30:00'],
    ['2026-12-31T23:45:00', false, '2027-01-01T23:30:00', '2027-01-01T00:30:00'],
    ['2028-02-28T23:45:00', false, '2028-02-29T23:30:00', '2028-02-29T00:30:00'],
  ])('at %s open is %s', (now, open, closesAt, opensAt) => {
    expect(slipWindow(bangkok(now), window)).toEqual({ open, closesAt: at(closesAt), opensAt: at(opensAt) });
  });
});

describe('a window within a day, 09:00 to 10:15', () => {
  test.each([
    ['2026-03-09T08:59:59', true],
    ['2026-03-09T09:00:00', false],
    ['2026-03-09T10:14:59', false],
    ['2026-03-09T10:15:00', true],
    ['2026-03-09T23:45:00', true],
  ])('at %s open is %s', (now, open) => {
    expect(slipWindow(bangkok(now), { from: '09:00', to: '10:15' }).open).toBe(open);
  });
});

test('a window that ends where it starts never closes', () => {
  for (const now of ['2026-03-09T09:00:00', '2026-03-09T08:59:59', '2026-03-09T09:00:01'])
    expect(slipWindow(bangkok(now), { from: '09:00', to: '09:00' }).open).toBe(true);
});
