import { useEffect, useReducer } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { relativeTime } from '../platform/relative-time.ts';
import { deviceTimeOf } from '../platform/server-clock.ts';

/** The text is checked at least once an hour: timers cannot wait for months. */
const LONGEST_WAIT_MS = 3_600_000;

/** "3 minutes ago", and a minute later "4 minutes ago". A text is the server's time, a `Date` this device's. */
export function RelativeTime({ time }: { time: string | Date }) {
  const { t } = useI18n();
  const { key, n } = useAge(time);
  return key === 'time.now' ? t(key) : t(key, { n });
}

/** "3 min", beside the time that it is counted from. */
export function ShortAge({ time }: { time: string }) {
  const { t } = useI18n();
  const { unit, n } = useAge(time);
  return unit === null ? t('time.now') : t(`age.${unit}`, { n });
}

function useAge(time: string | Date) {
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const age = relativeTime(typeof time === 'string' ? deviceTimeOf(time) : time.getTime(), Date.now());
  useEffect(() => {
    const timer = setTimeout(drawAgain, Math.min(age.nextMs, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  });
  return age;
}
