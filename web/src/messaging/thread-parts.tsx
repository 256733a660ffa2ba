import ChevronDown from 'lucide-react/icons/chevron-down';
import { useI18n } from '../i18n/i18n.tsx';
import { dateText } from '../platform/date-text.ts';
import { Spinner } from '../ui/loader.tsx';
import { NamedButton } from '../ui/named-button.tsx';
import type { Side } from './lines.ts';

/** Always of the same height, so that no line moves when the spinner appears. */
export function Older({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center justify-center gap-x-2 text-tiny text-muted">
      {hasFailed ? (
        <>
          <span role="alert">{t('desk.thread.olderFailed')}</span>
          <button type="button" onClick={onRetry} className="min-h-11 px-4 font-semibold underline underline-offset-4">
            {t('action.retry')}
          </button>
        </>
      ) : (
        <>
          <Spinner className="size-4" />
          {t('chat.older')}
        </>
      )}
    </div>
  );
}

/** A button to the newest message, with the number of messages that came meanwhile. */
export function ToNewest({ side, news, onPress }: { side: Side; news: number; onPress: () => void }) {
  const { t } = useI18n();
  if (news === 0) {
    return (
      <NamedButton
        label={t('chat.toNewest')}
        onClick={onPress}
        className="absolute right-4 bottom-3 grid size-11 animate-appear place-items-center rounded-full border-[1.5px] border-line bg-ink-2 shadow-card hover:bg-ink-3"
      >
        <ChevronDown aria-hidden="true" className="size-5" />
      </NamedButton>
    );
  }
  return (
    <button
      type="button"
      onClick={onPress}
      className="figures absolute bg-text text-ink-0 bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full px-4 text-small font-bold whitespace-nowrap shadow-card ring-2 ring-ink-1"
    >
      {side === 'desk' ? t('desk.thread.new') : t(news === 1 ? 'chat.new' : 'chat.news', { n: news })}
      <ChevronDown aria-hidden="true" className="size-4.5" />
    </button>
  );
}

export function DayLine({ time }: { time: string }) {
  const { t } = useI18n();
  const day = new Date(time);
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const isOn = (other: Date) => day.toDateString() === other.toDateString();
  const text = isOn(now) ? t('time.today') : isOn(yesterday) ? t('time.yesterday') : dateText(day);
  return (
    <li className="figures flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-ink-2 px-3 py-0.5 text-tiny text-muted">{text}</span>
    </li>
  );
}

export function EndLine() {
  const { t } = useI18n();
  return (
    <li className="flex items-center gap-3 pt-5 pb-1 text-tiny text-muted before:h-px before:flex-1 before:bg-ink-3 after:h-px after:flex-1 after:bg-ink-3">
      {t('chat.ended')}
    </li>
  );
}
