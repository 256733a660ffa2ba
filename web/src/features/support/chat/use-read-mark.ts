import { useEffect, useSyncExternalStore } from 'react';
import { CHAT_READ_DELAY_MS } from '../../../messaging/limits.ts';
import { useVisible } from '../../../ui/use-visible.ts';
import type { Room } from './room.ts';
import { unreadCount, watchUnread } from './unread.ts';

/** What is in sight for a moment is read: the chat open, its end in sight, the page looked at. */
export function useReadMark(room: Room, { atBottom, isAway }: { atBottom: boolean; isAway: boolean }): void {
  const unread = useSyncExternalStore(watchUnread, unreadCount);
  const isVisible = useVisible();
  // Tried again when the connection is back.
  const isInSight = atBottom && isVisible && !isAway && unread > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more to read begins a new moment
  useEffect(() => {
    if (!isInSight) return;
    const timer = setTimeout(() => room.markRead().catch(() => undefined), CHAT_READ_DELAY_MS);
    return () => clearTimeout(timer);
  }, [room, isInSight, unread]);
}
