import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { useKnownWallet } from '../wallet/wallet.queries.ts';

const LONG_MS = 2_000;

/** While a reward is waited for: the server reads the member's games first, and waits for a moment where a bet is open. */
export function GrantWait({ isPending }: { isPending: boolean }) {
  const { t } = useI18n();
  const hasGames = useKnownWallet()?.slots.some(({ isActive }) => isActive) ?? false;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isPending]);
  return (
    // There before its text, so that the text is announced; empty it takes no gap.
    <p role="status" className="text-center text-small text-pretty text-text empty:absolute">
      {isLong && hasGames && t('bonus.readingGames')}
    </p>
  );
}
