import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  in: 'bg-in/14 text-in',
  out: 'bg-out/14 text-out',
  /** In motion. */
  info: 'bg-info/14 text-info',
  /** A bonus, and what it binds. */
  reward: 'bg-reward/15 text-reward',
  plain: 'bg-ink-3 text-muted',
} as const;

/** A short label for a state. */
export function Chip({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-full align-middle px-2 py-px text-[11px] leading-[1.7] font-bold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
