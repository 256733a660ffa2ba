import type { Currency } from '@krapao/contract/money.ts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Sparkles from 'lucide-react/icons/sparkles';
import type { RunningCondition } from '../../conditions/condition.queries.ts';
import { ConditionTrack } from '../../conditions/condition-bar.tsx';
import { standingOf } from '../../conditions/standing.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Link } from '../../platform/link.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useMoneyWords } from '../../ui/money-words.ts';

type ConditionCardProps = { condition: RunningCondition; currency: Currency };

/** The running condition: how it stands since its start, between its two ends. It leads to the bonus page. */
export function ConditionCard({ condition, currency }: ConditionCardProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const { start, total, endsAt, yoursAt, startPlace, totalPlace } = standingOf(condition);
  const change = total - start;
  return (
    <Link to="/user/bonus" className="block rounded-md bg-ink-1 px-3.5 pt-2.5 pb-3 transition-colors hover:bg-ink-2">
      <span className="flex items-center gap-3">
        <IconTile icon={Sparkles} className="size-9 bg-reward/15 text-reward" iconClassName="size-5" />
        <span className="min-w-0 flex-1">
          <span className="block text-[14px] leading-5.5 font-bold">
            {t('home.condition.running', { type: t(`statement.link.${condition.type}`) })}
          </span>
          <span className="figures block text-tiny text-muted">
            {condition.isClearing
              ? t('home.condition.clearing')
              : condition.isEnding
                ? t('home.condition.ending')
                : change >= 0n
                  ? t('home.condition.up', { amount: moneyWords(change, currency) })
                  : t('home.condition.down', { amount: moneyWords(-change, currency) })}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </span>
      <span className="mt-2.5 mb-1.5 block">
        <ConditionTrack startPlace={startPlace} totalPlace={totalPlace} />
      </span>
      <span className="figures flex justify-between gap-2 text-tiny text-muted">
        <span>
          {t('bonus.end')} <MoneyText minor={endsAt} currency={currency} />
        </span>
        <span>
          {t('bonus.target')} <MoneyText minor={yoursAt} currency={currency} />
        </span>
      </span>
    </Link>
  );
}
