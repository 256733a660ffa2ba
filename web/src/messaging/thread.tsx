import { type ReactNode, useCallback, useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { linesOf, type Side } from './lines.ts';
import type { MessageActions } from './message-actions.ts';
import type { Room } from './room.ts';
import { DayLine, EndLine, Older, ToNewest } from './thread-parts.tsx';
import { ThreadRow } from './thread-row.tsx';
import { useAttendance } from './use-attendance.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { useNews } from './use-news.ts';
import { useReadMark } from './use-read-mark.ts';
import { wordsOf } from './words.ts';

type ThreadProps = {
  room: Room;
  side: Side;
  label: string;
  /** How much of the other side's words this side has not read. */
  unread: number;
  /** The customer has read everything. */
  isSeen?: boolean;
  /** The conversation is over. */
  isClosed?: boolean;
  /** Who speaks where an entry has no name. */
  otherName?: string;
  /** What can be done in a message, if anything. */
  actions?: MessageActions;
  /** Stands above the messages, or in their place. */
  children?: ReactNode;
};

/** A short conversation stands at the customer's hand, and at the top of the desk. */
const LIST = { customer: 'mt-auto pt-2 pb-3', desk: 'mb-auto grid grid-cols-[minmax(0,1fr)] gap-2 pt-2 pb-4' };

/** What is said in a room, from the oldest at the top to the newest at the bottom. */
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
        // New words are read out below, one by one; older ones are not news.
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
          // Another node, so that the same words are said again.
          <span key={news.newest.id}>
            {[news.newest.name || otherName, wordsOf(news.newest.message)].filter(Boolean).join(': ')}
          </span>
        )}
      </p>
    </div>
  );
}
