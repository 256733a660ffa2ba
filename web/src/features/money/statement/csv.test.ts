import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

const textOf = (cell: string) => csvText([[cell]]).slice(1, -2);

test('the file says that it is UTF-8 and ends each row as the standard does', () => {
  expect(csvText([['ฝากเงิน', 'ຝາກເງິນ'], [{ number: '-20.50' }]])).toBe('\ufeffฝากเงิน,ຝາກເງິນ\r\n-20.50\r\n');
});

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is quoted where it must be', (cell, text) => {
  expect(textOf(cell)).toBe(text);
});

test.each(['=1+1', '+66', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1'])('%j never runs as a formula', (cell) => {
  expect(textOf(cell)).toMatch(/^"?'/);
});
