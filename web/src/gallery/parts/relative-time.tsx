import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Part } from '../part.ts';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

export const part: Part = {
  room: 'word',
  states: {
    'now, and ahead by a wrong clock': () => <RelativeTime time={ago(-60)} />,
    seconds: () => <RelativeTime time={ago(1)} />,
    minutes: () => <RelativeTime time={ago(3 * 60)} />,
    hours: () => <RelativeTime time={ago(5 * 3_600)} />,
    days: () => <RelativeTime time={ago(2 * 86_400)} />,
    months: () => <RelativeTime time={ago(70 * 86_400)} />,
    years: () => <RelativeTime time={ago(800 * 86_400)} />,
  },
};
