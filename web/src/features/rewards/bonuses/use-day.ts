import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/server-clock.ts';
import { nextDayAt } from './receive-limit.ts';

/** The time by the server's clock, read again when Bangkok's next day begins. */
export function useDay(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), nextDayAt(now) - serverNow());
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
