import { ChevronDown, MessagesSquare } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import type { MessageActions } from '../../../messaging/message-body.tsx';
import { ReplyChip } from '../../../messaging/message-buttons.tsx';
import { Loading, Skeleton, Spinner } from '../../../ui/loader.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { linesOf } from './lines.ts';
import { DayLine, EndLine, MessageRow } from './message-row.tsx';
import type { Room, RoomState } from './room.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useNews } from './use-news.ts';
import { useReadMark } from './use-read-mark.ts';

type MessageListProps = { room: Room; state: RoomState; leave: (() => void) | undefined };

export function MessageList({ room, state, leave }: MessageListProps) {
  const { t } = useI18n();
  const { entries, outgoing, isAway, isRead, older, hasOlder } = state;
  const lines = useMemo(() => linesOf(entries, outgoing), [entries, outgoing]);
  const onTop = useCallback(() => {
    if (older === 'idle') room.loadOlder();
  }, [room, older]);
  const { area, list, atBottom, toBottom } = useKeptScroll({ lines, ownKey: outgoing.at(-1)?.id ?? '', onTop });
  const { news, spoken } = useNews(entries, atBottom);
  useReadMark(room, { atBottom, isAway });
  const actions = useMemo(
    (): MessageActions => ({ postback: room.sendPostback, leave: leave ?? (() => undefined) }),
    [room, leave],
  );
  const lastKey = lines.at(-1)?.key;
  const isEmpty = isRead && lines.length === 0;

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={area}
        role="log"
        aria-label={t('chat.log')}
        // New words are read out below, one by one; older ones are not news.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by its keys
        tabIndex={0}
        className="flex size-full flex-col overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        {hasOlder && <Older state={older} onRetry={room.loadOlder} />}
        {isEmpty && <Hello onStart={room.sendPostback} />}
        {!isRead && lines.length === 0 && <FirstReading state={state} onRetry={room.refresh} />}
        <ol ref={list} className="mt-auto pt-2 pb-3">
          {lines.map((line) => {
            if (line.kind === 'day') return <DayLine key={line.key} time={line.time} />;
            if (line.kind === 'end') return <EndLine key={line.key} />;
            const { key, kind, ...row } = line;
            return <MessageRow key={key} id={key} {...row} isLast={key === lastKey} room={room} actions={actions} />;
          })}
        </ol>
      </div>
      {!atBottom && <ToNewest news={news} onPress={toBottom} />}
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

/** Always as high, so that nothing moves when it begins to turn. */
function Older({ state, onRetry }: { state: RoomState['older']; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <div className="grid h-12 shrink-0 place-items-center text-tiny text-muted">
      {state === 'failed' ? (
        <button type="button" onClick={onRetry} className="min-h-11 px-4 font-semibold text-gold">
          {t('action.retry')}
        </button>
      ) : (
        <span className="flex items-center gap-2">
          <Spinner className="size-4" />
          {t('chat.older')}
        </span>
      )}
    </div>
  );
}

function FirstReading({ state, onRetry }: { state: RoomState; onRetry: () => void }) {
  const { t, errorText } = useI18n();
  if (state.error !== null) {
    return (
      <div className="m-auto">
        <RetryPanel text={errorText(state.error)} onRetry={onRetry} pending={state.isReading} />
      </div>
    );
  }
  return (
    <Loading label={t('state.loading')} className="mt-auto grid gap-3 pb-4">
      <Skeleton className="h-11 w-3/5 rounded-[18px]" />
      <Skeleton className="ml-auto h-11 w-2/5 rounded-[18px]" />
      <Skeleton className="h-18 w-4/5 rounded-[18px]" />
    </Loading>
  );
}

/** What the bot answers without being asked twice. */
const STARTS = [
  { title: 'chat.start.depositState', payload: 'deposit-state' },
  { title: 'chat.start.withdrawalState', payload: 'withdrawal-state' },
  { title: 'chat.start.howToDeposit', payload: 'how-to-deposit' },
  { title: 'chat.start.agent', payload: 'agent' },
] as const;

function Hello({ onStart }: { onStart: Room['sendPostback'] }) {
  const { t } = useI18n();
  return (
    <div className="m-auto grid justify-items-center py-6 text-center">
      <span className="mb-4 grid size-16 place-items-center rounded-full bg-gold/12 text-gold">
        <MessagesSquare aria-hidden="true" className="size-8" strokeWidth={1.7} />
      </span>
      <p className="text-lead font-bold">{t('chat.hello')}</p>
      <p className="mt-1 max-w-xs text-balance text-small text-muted">{t('chat.helloText')}</p>
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {STARTS.map(({ title, payload }) => (
          <li key={payload}>
            <ReplyChip title={t(title)} onClick={() => onStart(t(title), payload)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ToNewest({ news, onPress }: { news: number; onPress: () => void }) {
  const { t } = useI18n();
  if (news === 0) {
    return (
      <button
        type="button"
        aria-label={t('chat.toNewest')}
        title={t('chat.toNewest')}
        onClick={onPress}
        className="absolute right-4 bottom-3 grid size-11 animate-appear place-items-center rounded-full border border-ink-3 bg-ink-2 shadow-card hover:bg-ink-3"
      >
        <ChevronDown aria-hidden="true" className="size-5" />
      </button>
    );
  }
  return (
    <button
      type="button"
      onClick={onPress}
      className="figures gold-fill absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full px-4 text-small font-bold whitespace-nowrap shadow-card ring-2 ring-ink-1"
    >
      {t(news === 1 ? 'chat.new' : 'chat.news', { n: news })}
      <ChevronDown aria-hidden="true" className="size-4.5" />
    </button>
  );
}
