import { addWireMoney } from '@krapao/contract/money.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useIsMoneyHidden } from '../../../platform/hidden-money.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { creditText } from './credit.ts';

/** What the money at a game is in the game's own credit. */
export function CreditText({ game, className = '' }: { game: GameAccount; className?: string }) {
  const { t } = useI18n();
  const isHidden = useIsMoneyHidden();
  const amount = creditText(addWireMoney([game.amount]), game.ftWalletSlot);
  if (amount === null || isHidden) return null;
  return <span className={`figures block text-muted ${className}`}>≈ {t('home.credit', { amount })}</span>;
}
