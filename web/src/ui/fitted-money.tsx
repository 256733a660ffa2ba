import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import type { ReactNode } from 'react';
import { useIsMoneyHidden } from '../platform/hidden-money.ts';
import { MoneyText } from './money-text.tsx';

const LOOKS = {
  figure: {
    digitEm: 0.6,
    lineHeight: 1.35,
    figure: 'tracking-[-0.3px]',
    sign: 'mr-1 text-[max(0.6em,13px)]',
    decimals: '',
  },
  total: {
    ...{ digitEm: 0.53, lineHeight: 1.1, figure: 'tracking-[-0.03em]' },
    ...{ sign: 'mr-1 align-[0.7em] text-[max(0.45em,13px)]', decimals: 'text-[0.52em] text-muted' },
  },
} as const;

type FittedMoneyProps = {
  minor: Minor;
  currency: Currency;
  /** The largest font size, as CSS writes it. */
  most: string;
  look?: keyof typeof LOOKS;
  isPublic?: boolean;
  /** Stands behind the figure, as wide as one of its digits at most. */
  mark?: ReactNode;
};

/** Kip run to many digits: the figure is as large as its place allows, and never wraps or leaves it. */
export function FittedMoney({ minor, currency, most, look = 'figure', isPublic = false, mark }: FittedMoneyProps) {
  const { digitEm, lineHeight, figure, sign, decimals } = LOOKS[look];
  const isHidden = useIsMoneyHidden() && !isPublic;
  const widthInEm = ((isHidden ? '' : formatMoney(minor)).length + (mark ? 2 : 1)) * digitEm;
  return (
    <span className="@container block">
      <span className="block" style={{ fontSize: `min(${most}, 100cqi / ${widthInEm})`, lineHeight }}>
        <MoneyText
          minor={minor}
          currency={currency}
          className={`font-bold ${figure}`}
          signClassName={`font-normal text-muted ${sign}`}
          decimalsClassName={decimals}
          isPublic={isPublic}
        />
        {mark}
      </span>
    </span>
  );
}
