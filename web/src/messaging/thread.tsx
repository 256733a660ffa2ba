import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { CHAT_CONNECTION_CHECK_MS } from '../platform/socket.ts';
import { classNames } from '../ui/class-names.ts';
import { useVisible } from '../ui/use-visible.ts';
import { linesOf, type Side } from './lines.ts';
import type { MessageActions } from './message-buttons.tsx';
import { messageText } from './message-text.ts';
import type { Room, RoomState } from './room.ts';
import { DayLine, EndLine, Older, ToNewest } from './thread-parts.tsx';
import { ThreadRow } from './thread-row.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useNews } from './use-news.ts';

const CHAT_READ_DELAY_MS = 1_000;

type ThreadProps = {
  room: Room;
  side: Side;
  label: string;
  /** How many of the other side's messages this side has not read. */
  unread: number;
  /** The customer has read everything. */
  isSeen?: boolean;
  /** The conversation is over. */
  isClosed?: boolean;
  /** The speaker's name for entries without one. */
  otherName?: string;
  /** The actions of buttons in a message, if they may act. */
  actions?: MessageActions;
  /** Stands above the messages, or in their place. */
  children?: ReactNode;
};

/** A short conversation stands at the bottom for a customer, and at the top for the desk. */
const LIST = { customer: 'mt-auto pt-2 pb-3', desk: 'mb-auto grid grid-cols-[minmax(0,1fr)] gap-2 pt-2 pb-4' };

/** The messages of a room, from the oldest at the top to the newest at the bottom. */
export function Thread(props: ThreadProps) {
  const { room, side, label, unread, isSeen = false, isClosed = false, otherName = '', actions, children } = props;
  const state = room.use();
  const { entries, outgoing, hasOlder, hasOlderFailed } = state;
  const lines = useMemo(
    () => linesOf({ side, entries, outgoing, isSeen, isClosed }),
    [side, entries, outgoing, isSeen, isClosed],
  );
  const onTop = useCallback(() => {
    if (!hasOlderFailed) room.loadOlder();
  }, [room, hasOlderFailed]);
  const { area, list, atBottom, toBottom } = useKeptScroll({ lines, ownKey: outgoing.at(-1)?.id ?? '', onTop });
  const news = useNews(side, entries, atBottom);
  useReadMark(room, { state, unread, atBottom });
  useAttendance(room);
  const lastKey = lines.at(-1)?.key;

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={area}
        role="log"
        aria-label={label}
        // New messages are announced below, one by one; older ones are not announced.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className={classNames(
          'flex size-full flex-col overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2',
          side === 'desk' && 'lg:px-5',
        )}
      >
        {hasOlder && <Older hasFailed={hasOlderFailed} onRetry={room.loadOlder} />}
        {children}
        <ol ref={list} className={LIST[side]}>
          {lines.map((line) => {
            if (line.kind === 'day') return <DayLine key={line.key} time={line.time} />;
            if (line.kind === 'end') return <EndLine key={line.key} />;
            const { key, kind, ...row } = line;
            const act = actions ? { actions } : {};
            return <ThreadRow key={key} id={key} side={side} {...row} isLast={key === lastKey} room={room} {...act} />;
          })}
        </ol>
      </div>
      {!atBottom && <ToNewest side={side} news={news.count} onPress={toBottom} />}
      <p role="status" className="sr-only">
        {news.newest && (
          // A new node per message, so that the same text is announced again.
          <span key={news.newest.id}>
            {[news.newest.name || otherName, messageText(news.newest.message)].filter(Boolean).join(': ')}
          </span>
        )}
      </p>
    </div>
  );
}

type InSight = { state: RoomState; unread: number; atBottom: boolean };

/** Entries count as read after a moment with the room open, its end in sight, and the page visible. */
function useReadMark({ markRead }: Room, { state: { entries, isAway }, unread, atBottom }: InSight): void {
  const isVisible = useVisible();
  const isInSight = atBottom && isVisible && unread > 0;
  const until = entries.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more to read begins a new moment; tried again when the connection is back
  useEffect(() => {
    if (!isInSight || !until) return;
    const timer = setTimeout(() => markRead(until).catch(() => undefined), CHAT_READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [markRead, isInSight, isAway, unread, until]);
}

/** A room on the screen is polled while its socket is away, as behind some proxies, or after a failed reading. */
function useAttendance({ state, catchUp }: Room): void {
  useEffect(() => {
    const check = setInterval(() => {
      const { isAway, isRead, error } = state();
      const mayLack = isAway || (isRead && error !== null);
      if (mayLack && document.visibilityState === 'visible') catchUp();
    }, CHAT_CONNECTION_CHECK_MS);
    return () => clearInterval(check);
  }, [state, catchUp]);
}
