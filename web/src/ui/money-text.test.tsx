import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MoneyText, moneyText } from './money-text.tsx';
import { QuickPicks } from './quick-picks.tsx';

const shown = (minor: bigint, currency: 'BAHT' | 'LAK', plus = false) =>
  renderToStaticMarkup(<MoneyText minor={minor} currency={currency} plus={plus} />).replace(/<[^>]*>/g, '');

test.each([
  [123_450n, 'BAHT', false, '฿1,234.50'],
  [123_450n, 'LAK', true, '+₭1,234.50'],
  [-123_450n, 'LAK', false, '−₭1,234.50'],
  [-1n, 'BAHT', true, '−฿0.01'],
  [0n, 'BAHT', false, '฿0.00'],
] as const)('%d of %s, with a plus or not: %s, read %s', (minor, currency, plus, text) => {
  expect(shown(minor, currency, plus)).toBe(text);
});

test('an amount where no element can stand has the sign of its currency', () => {
  expect([moneyText(50n, 'BAHT'), moneyText(100_000_00n, 'LAK')]).toEqual(['฿0.50', '₭100,000.00']);
});

test('an amount to take with one tap is marked where the field has that very amount', () => {
  const picks = renderToStaticMarkup(
    <QuickPicks label="a" amounts={[1_000, 10_000]} value="1,000" onPick={() => undefined} />,
  );
  expect(picks.match(/aria-pressed="\w+"/g)).toEqual(['aria-pressed="true"', 'aria-pressed="false"']);
  expect(picks).toContain('>10,000<');
});
