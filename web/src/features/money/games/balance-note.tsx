import { Clock3, RefreshCw, Search } from 'lucide-react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { shortTimeText } from '../../../platform/date-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';

/** Why the amount beside it may not be the last word. */
export function BalanceNote({ game, className }: { game: GameAccount; className?: string }) {
  const { t } = useI18n();
  const { note, staleSince } = game;
  if (!note && !staleSince) return null;
  const Icon = note === 'UPDATING' ? RefreshCw : note === 'LOOKED_AT' ? Search : Clock3;
  return (
    <span className={classNames('figures flex items-start gap-1 text-gold', className)}>
      <Icon aria-hidden="true" className="mt-[0.3em] size-3 shrink-0" />
      {note
        ? t(`home.note.${note}`)
        : t('home.staleAt', { time: shortTimeText(new Date(staleSince ?? ''), new Date()) })}
    </span>
  );
}
