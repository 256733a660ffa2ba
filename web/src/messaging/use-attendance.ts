import { useEffect } from 'react';
import { CHAT_CONNECTION_CHECK_MS } from '../platform/socket.ts';
import type { Room } from './room.ts';

/** A room on the screen is polled while its socket is away, as behind some proxies, or after a failed reading. */
export function useAttendance({ state, catchUp }: Room): void {
  useEffect(() => {
    const check = setInterval(() => {
      const { isAway, isRead, error } = state();
      const mayLack = isAway || (isRead && error !== null);
      if (mayLack && document.visibilityState === 'visible') catchUp();
    }, CHAT_CONNECTION_CHECK_MS);
    return () => clearInterval(check);
  }, [state, catchUp]);
}
