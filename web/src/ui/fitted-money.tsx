import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { MoneyText } from './money-text.tsx';

const LOOKS = {
  figure: { digitEm: 0.6, lineHeight: 1.35, figure: 'tracking-[-0.3px]', sign: 'mr-1 text-[max(0.6em,13px)]' },
  headline: { digitEm: 0.58, lineHeight: 1.3, figure: 'tracking-[-0.5px]', sign: 'mr-1.5 text-[max(0.5em,13px)]' },
} as const;

type FittedMoneyProps = {
  minor: Minor;
  currency: Currency;
  /** The largest font size, as CSS writes it. */
  most: string;
  look?: keyof typeof LOOKS;
};

/** Kip run to many digits: the figure is as large as its place allows, and never wraps or leaves it. */
export function FittedMoney({ minor, currency, most, look = 'figure' }: FittedMoneyProps) {
  const { digitEm, lineHeight, figure, sign } = LOOKS[look];
  const widthInEm = (formatMoney(minor).length + 1) * digitEm;
  return (
    <span className="@container block">
      <span className="block" style={{ fontSize: `min(${most}, 100cqi / ${widthInEm})`, lineHeight }}>
        <MoneyText
          minor={minor}
          currency={currency}
          className={`font-bold ${figure}`}
          signClassName={`font-semibold text-gold ${sign}`}
        />
      </span>
    </span>
  );
}
