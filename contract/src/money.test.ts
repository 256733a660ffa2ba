import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addWireMoney,
  formatMoney,
  type Minor,
  moneyFromWire,
  moneyToWire,
  parseBalance,
  parseMoney,
} from './money.ts';

const MAX = 999_999_999_999n;
const amount = fc.bigInt({ min: 0n, max: MAX });

describe('every amount the product knows', () => {
  test('survives the wire as JSON', () => {
    fc.assert(fc.property(amount, (minor) => moneyFromWire(JSON.parse(JSON.stringify(moneyToWire(minor)))) === minor));
  });

  test('is read back from what the screen shows', () => {
    fc.assert(fc.property(amount, (minor) => parseMoney(formatMoney(minor)) === minor));
  });

  test('is shown in groups of three with exactly two decimals', () => {
    fc.assert(fc.property(amount, (minor) => /^\d{1,3}(,\d{3})*\.\d\d$/.test(formatMoney(minor))));
  });

  test('adds up on the wire as it does in minor units, negative ones too', () => {
    const signed = fc.bigInt({ min: -MAX, max: MAX });
    fc.assert(
      fc.property(fc.array(signed), (minors) => {
        expect(addWireMoney(minors.map(moneyToWire))).toBe(minors.reduce((sum, minor) => sum + minor, 0n));
      }),
    );
  });
});

describe('what a person types', () => {
  test.each<[string, Minor]>([
    ['0', 0n],
    ['100', 10_000n],
    ['0.01', 1n],
    ['0.1', 10n],
    ['33.33', 3_333n],
    ['1,234.5', 123_450n],
    ['1234.50', 123_450n],
    [' 50 ', 5_000n],
    ['007', 700n],
    ['9,999,999,999.99', MAX],
    ['9999999999.99', MAX],
  ])('%j is an amount', (text, minor) => {
    expect(parseMoney(text)).toBe(minor);
  });

  test.each([
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '1.005',
    '1.999',
    '-1',
    '+1',
    '−1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1 000',
    '1.2.3',
    '10,000,000,000',
    '10000000000',
    '๑๐๐',
    '100฿',
  ])('%j is not', (text) => {
    expect(parseMoney(text)).toBeNull();
  });

  test.each(['1,5', '12,34', '1,50', '1,2345', '1234,567', ',100', '100,', '1,,000', '1.234,50', '1.5,0'])(
    'a comma that groups no thousands is never dropped: %j',
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});

describe('what arrives on the wire', () => {
  test.each<[number, Minor]>([
    [0, 0n],
    [-0, 0n],
    [0.07, 7n],
    [1.1, 110n],
    [1.15, 115n],
    [33.33, 3_333n],
    [8.2, 820n],
    [4_503_599_627.37, 450_359_962_737n],
    [9_999_999_999.99, MAX],
  ])('%d is an amount', (wire, minor) => {
    expect(moneyFromWire(wire)).toBe(minor);
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1e21,
    1e-7,
    -1,
    -0.01,
    0.001,
    1.005,
    0.1 + 0.2,
    10_000_000_000,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_VALUE,
  ])('%d is not', (wire) => {
    expect(moneyFromWire(wire)).toBeNull();
  });

  test('more than two decimals are refused, not rounded', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 9 }), (minor, digit) => {
        expect(parseMoney(`${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}${digit}`)).toBeNull();
      }),
    );
  });

  test('any number at all is an amount or refused, never a crash', () => {
    fc.assert(
      fc.property(fc.double(), (wire) => {
        const minor = moneyFromWire(wire);
        expect(minor === null || (minor >= 0n && minor <= MAX && moneyToWire(minor) === Math.abs(wire))).toBe(true);
      }),
    );
  });
});

test.each<[string, Minor | null]>([
  ['0', 0n],
  ['0.5', 50n],
  ['12.05', 1_205n],
  ['9999999999999.99', 999_999_999_999_999n],
  ['10000000000000', null],
  ['1.005', null],
  ['1.', null],
  ['.5', null],
  ['-1', null],
  ['1,000', null],
  [' 1', null],
  ['1\n', null],
  ['', null],
])('the balance %j is %s in minor units', (text, minor) => {
  expect(parseBalance(text)).toBe(minor);
});

describe('sums', () => {
  test('0.1 + 0.2 is 0.3', () => {
    expect(moneyToWire(addWireMoney([0.1, 0.2]))).toBe(0.3);
  });

  test('a hundred times 0.01 is 1, and taking it back leaves nothing', () => {
    const cents = Array.from({ length: 100 }, () => 0.01);
    expect(addWireMoney(cents)).toBe(100n);
    expect(addWireMoney([...cents, -1])).toBe(0n);
  });

  test('nothing adds up to nothing', () => {
    expect(addWireMoney([])).toBe(0n);
  });

  test('a balance may be more than a member may enter at once', () => {
    expect(addWireMoney([9_999_999_999.99, 10_000_000_000, 0.01])).toBe(2_000_000_000_000n);
  });

  test.each([Number.NaN, 0.001, 1e14, Number.NEGATIVE_INFINITY])('a sum with %d in it is refused loudly', (wire) => {
    expect(() => addWireMoney([1, wire])).toThrow(RangeError);
  });
});

test.each<[Minor, string]>([
  [0n, '0.00'],
  [5n, '0.05'],
  [50n, '0.50'],
  [100_000n, '1,000.00'],
  [123_456_750n, '1,234,567.50'],
  [-150n, '−1.50'],
  [-5n, '−0.05'],
  [-100_000n, '−1,000.00'],
])('%d minor units are shown as %s', (minor, text) => {
  expect(formatMoney(minor)).toBe(text);
});
