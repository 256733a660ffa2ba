import { useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { relativeTime } from '../platform/relative-time.ts';
import { deviceTimeOf } from '../platform/server-clock.ts';

/** The text is checked at least once an hour: timers cannot wait for months. */
const LONGEST_WAIT_MS = 3_600_000;

/** "3 minutes ago", and a minute later "4 minutes ago". */
export function RelativeTime({ time }: { time: string }) {
  const { t } = useI18n();
  const [now, setNow] = useState(Date.now);
  const { key, n, nextMs } = relativeTime(deviceTimeOf(time), now);

  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.min(nextMs, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  });

  return key === 'time.now' ? t(key) : t(key, { n });
}
