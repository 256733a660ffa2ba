import type { Currency, Minor } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useI18n } from '../../i18n/i18n.tsx';
import { useShownFigure } from '../../platform/hidden-money.ts';
import { Link } from '../../platform/link.tsx';
import { moneyText } from '../../ui/money-text.tsx';

type LockLineProps = { total: Minor; toGo: Minor; currency: Currency };

/** Beside the total, as long as a condition keeps it from leaving: how much, and how far it is. */
export function LockLine({ total, toGo, currency }: LockLineProps) {
  const { t } = useI18n();
  const shown = useShownFigure();
  const money = (minor: Minor) => shown(moneyText(minor, currency));
  return (
    <Link
      to="/user/bonus"
      className="figures relative flex h-6 items-center gap-1.5 text-small whitespace-nowrap text-muted after:absolute after:inset-x-0 after:-top-3.5 after:-bottom-1.5"
    >
      <b className="text-reward">{t('home.locked', { amount: money(total) })}</b>
      {toGo > 0n && (
        <span title={t('bonus.toGo', { amount: money(toGo) })} className="truncate">
          · {t('bonus.toGo', { amount: money(toGo) })}
        </span>
      )}
      <ChevronRight aria-hidden="true" className="-mr-1 ml-auto size-4 shrink-0" />
    </Link>
  );
}
