import { useEffect } from 'react';
import { useVisible } from '../ui/use-visible.ts';
import type { Room, RoomState } from './room.ts';

const CHAT_READ_DELAY_MS = 1_000;

type InSight = { state: RoomState; unread: number; atBottom: boolean };

/** Entries count as read after a moment with the room open, its end in sight, and the page visible. */
export function useReadMark({ markRead }: Room, { state: { entries, isAway }, unread, atBottom }: InSight): void {
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
