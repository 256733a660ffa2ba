import { type Currency, formatMoney, type Minor } from '@krapao/contract/money.ts';
import { MoneyText } from './money-text.tsx';

/** Kip run to many digits: the figure is as large as its place allows, and never wraps or leaves it. */
export function FittedMoney({ minor, currency, mostPx }: { minor: Minor; currency: Currency; mostPx: number }) {
  const widthInEm = (formatMoney(minor).length + 1) * 0.6;
  return (
    <span className="@container block">
      <span className="block" style={{ fontSize: `min(${mostPx}px, 100cqi / ${widthInEm})`, lineHeight: 1.35 }}>
        <MoneyText
          minor={minor}
          currency={currency}
          className="font-bold tracking-[-0.3px]"
          signClassName="mr-1 text-[max(0.6em,13px)] font-semibold text-gold"
        />
      </span>
    </span>
  );
}
