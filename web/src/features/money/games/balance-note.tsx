import Clock3 from 'lucide-react/icons/clock-3';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { useI18n } from '../../../i18n/i18n.tsx';
import { shortTimeText } from '../../../platform/date-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';

/** A figure of this age is as good as new to a member who does not play. */
const YOUNG_MS = 60_000;

/** Why the amount beside it may not be the last word. */
export function BalanceNote({ game, className }: { game: GameAccount; className?: string }) {
  const { t } = useI18n();
  const { note, staleSince } = game;
  const asOf = staleSince ?? ageToTell(game);
  if (!note && !asOf) return null;
  const Icon = note === 'UPDATING' ? RefreshCw : note === 'LOOKED_AT' ? Search : Clock3;
  const color = note || staleSince ? 'text-info' : 'text-muted';
  return (
    <span className={classNames('figures flex items-start gap-1', color, className)}>
      <Icon aria-hidden="true" className="mt-[0.3em] size-3 shrink-0" />
      {note ? t(`home.note.${note}`) : t('home.staleAt', { time: shortTimeText(new Date(asOf ?? ''), new Date()) })}
    </span>
  );
}

/** Of an empty account there is nothing to tell. */
function ageToTell({ asOf, amount }: GameAccount): string | undefined {
  return asOf && amount > 0 && Date.now() - Date.parse(asOf) > YOUNG_MS ? asOf : undefined;
}
