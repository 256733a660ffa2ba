import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} }, title: '' });
const { markupOf } = await import('../i18n/rendered-once.tsx');
const { MoneyText, moneyText } = await import('./money-text.tsx');
const { QuickPicks } = await import('./quick-picks.tsx');

afterAll(() => void vi.unstubAllGlobals());

const shown = (minor: bigint, currency: 'BAHT' | 'LAK', plus = false) =>
  markupOf(<MoneyText minor={minor} currency={currency} plus={plus} />).replace(/<[^>]*>/g, '');

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
