import { COUNTDOWN_TICK_MS } from '@krapao/contract/constants.ts';
import { useEffect, useState } from 'react';

/** Always counted from the clock: a tab that slept wakes up with the right figure. */
export function useSecondsUntil(deadline: number): number {
  const [now, setNow] = useState(Date.now);
  const isRunning = deadline > now;

  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    if (deadline <= Date.now()) return;
    const timer = setInterval(tick, COUNTDOWN_TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [deadline]);

  return isRunning ? Math.ceil((deadline - now) / 1000) : 0;
}

/** 299 reads 04:59 */
export function clockText(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
