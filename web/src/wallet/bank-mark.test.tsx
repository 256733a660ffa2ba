import { banksOf } from '@krapao/contract/banks.ts';
import { QR_PROVIDERS } from '@krapao/contract/deposits/limits.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BankMark } from './bank-mark.tsx';

const markOf = (code: string) => renderToStaticMarkup(<BankMark code={code} />);

test('truewallet, kbank, bcel and ktb each have a mark with a sign of their own and their short name', () => {
  const signs = Object.entries({ TRUE: 'True', KBANK: 'KBank', BCEL: 'BCEL', KTB: 'KTB' }).map(([code, letters]) => {
    const [, sign, shown] = /<g fill="[^"]+">(<.+>)<\/g><text[^>]+>([^<]+)<\/text>/.exec(markOf(code)) ?? [];
    expect(shown).toBe(letters);
    return sign;
  });
  expect(new Set(signs).size).toBe(4);
});

test('no two banks or providers have the same mark', () => {
  const banks = (['th', 'la'] as const).flatMap((edition) => banksOf(edition).map(({ code }) => code));
  const codes = [...new Set([...banks, ...QR_PROVIDERS, 'TRUE'])];
  expect(new Set(codes.map(markOf)).size).toBe(codes.length);
});
