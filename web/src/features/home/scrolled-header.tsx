import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import { type RefObject, useEffect, useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { balancesOf } from '../../wallet/balances.ts';
import type { Wallet } from '../../wallet/wallet.queries.ts';
import { MoneyBar } from './money-bar.tsx';

type ScrolledHeaderProps = {
  wallet: Wallet;
  /** Shown once this has left the screen at its top. */
  below: RefObject<HTMLElement | null>;
  isLocked: boolean;
  onDeposit: () => void;
};

/** The total and the first action stay in sight on a phone, however far the member has scrolled. */
export function ScrolledHeader({ wallet, below, isLocked, onDeposit }: ScrolledHeaderProps) {
  const { t } = useI18n();
  const isShown = useHasPassed(below);
  if (!isShown) return null;
  return (
    <div className="fixed inset-x-0 top-0 z-10 flex h-[calc(4rem+env(safe-area-inset-top))] animate-appear items-center gap-4 bg-ink-1 px-5 pt-[env(safe-area-inset-top)] md:left-22 md:px-8 lg:hidden">
      <div className="min-w-0 flex-1">
        <MoneyText
          minor={balancesOf(wallet).total}
          currency={wallet.profile.currency}
          className="block truncate text-lead leading-6 font-bold"
        />
        <MoneyBar wallet={wallet} isLocked={isLocked} size="s" />
      </div>
      <Button variant="gold" size="s" onClick={onDeposit}>
        <ArrowDownToLine aria-hidden="true" className="size-4.5 shrink-0" />
        {t('home.deposit')}
      </Button>
    </div>
  );
}

function useHasPassed(element: RefObject<HTMLElement | null>): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setHasPassed(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return hasPassed;
}
