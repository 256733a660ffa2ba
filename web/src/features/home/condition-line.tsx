import type { Currency } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Hourglass from 'lucide-react/icons/hourglass';
import { useCondition } from '../../conditions/condition.queries.ts';
import { standingOf } from '../../conditions/standing.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { useMoneyWords } from '../../ui/money-words.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** A line about the active condition, if there is one; it leads to the bonus page. */
export function ConditionLine({ currency }: { currency: Currency }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { data: condition } = useCondition();
  if (!condition?.status) return null;
  const { toGo, startPlace, totalPlace } = standingOf(condition);
  return (
    <Link
      to="/user/bonus"
      className="surface flex items-center gap-3.5 rounded-md px-4 py-3 transition-colors hover:border-ink-4"
    >
      <IconTile icon={Hourglass} className="size-9 bg-reward/15 text-reward" iconClassName="size-4.5" />
      <span className="grid min-w-0 flex-1 gap-1.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
          <span className="font-semibold">
            {t('home.condition.running', { type: t(`statement.link.${condition.type}`) })}
          </span>
          <span className="figures text-muted">
            {condition.isClearing && t('home.condition.clearing')}
            {condition.isEnding && t('home.condition.ending')}
            {!condition.isClearing &&
              !condition.isEnding &&
              toGo > 0n &&
              t('bonus.toGo', { amount: moneyWords(toGo, currency) })}
          </span>
        </span>
        <ProgressBar label={t('home.condition.progress')} share={totalPlace} tick={startPlace} />
      </span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
    </Link>
  );
}
