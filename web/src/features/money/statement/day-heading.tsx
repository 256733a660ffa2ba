import { dayInBangkok } from '@krapao/contract/days.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { serverNow } from '../../../platform/server-clock.ts';
import { classNames } from '../../../ui/class-names.ts';
import { wireText } from '../../../wallet/entry-amount.ts';
import type { Day } from './lines.ts';
import { dayText } from './result-day.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The day, and what reached the main wallet and left it on that day. */
export function DayHeading({ day: { day, sums } }: { day: Day }) {
  const { t } = useI18n();
  const shown = useShownFigure();
  const today = serverNow();
  const name =
    day === dayInBangkok(new Date(today))
      ? t('time.today')
      : day === dayInBangkok(new Date(today - DAY_MS))
        ? t('time.yesterday')
        : null;
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
      <time dateTime={day} className="figures">
        {name && <b>{name} </b>}
        <span className={classNames(name ? 'text-muted' : 'font-bold')}>{dayText(day)}</span>
      </time>
      {sums && (
        <span className="figures flex gap-3 font-semibold text-muted">
          {sums.in > 0 && (
            <Sum label={t('statement.dayIn')} text={shown(`+${wireText(sums.in)}`)} className="text-in" />
          )}
          {sums.out > 0 && <Sum label={t('statement.dayOut')} text={shown(`−${wireText(sums.out)}`)} />}
        </span>
      )}
    </span>
  );
}

function Sum({ label, text, className }: { label: string; text: string; className?: string }) {
  return (
    <span className="whitespace-nowrap">
      {label} <span className={classNames(className)}>{text}</span>
    </span>
  );
}
