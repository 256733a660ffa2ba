import { useEffect, useState } from 'react';

const COUNTDOWN_TICK_MS = 1_000;

/** Always counted from the clock: a tab that slept wakes up with the right figure. */
export function useSecondsUntil(deadline: number): number {
  const [clock, setClock] = useState(() => ({ deadline, now: Date.now() }));
  // A new deadline is measured from now, not from the last tick of the old one.
  if (clock.deadline !== deadline) setClock({ deadline, now: Date.now() });

  useEffect(() => {
    const tick = () => setClock({ deadline, now: Date.now() });
    tick();
    if (deadline <= Date.now()) return;
    const timer = setInterval(tick, COUNTDOWN_TICK_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [deadline]);

  return Math.max(0, Math.ceil((deadline - clock.now) / 1000));
}

/** 299 reads 04:59 */
export function clockText(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
