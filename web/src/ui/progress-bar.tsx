import { classNames } from './class-names.ts';

type ProgressBarProps = {
  /** Names the bar for screen readers. */
  label: string;
  /** From 0 to 1. */
  share: number;
  /** Marks where it began, from 0 to 1. */
  tick?: number;
  tone?: 'gold' | 'out';
  className?: string;
};

export function ProgressBar({ label, share, tick, tone = 'gold', className }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classNames('relative h-1.5 overflow-hidden rounded-full bg-ink-3', className)}
    >
      <span
        className={classNames(
          'block h-full rounded-full transition-[width,background-color] duration-300 ease-out',
          tone === 'out' ? 'bg-out' : 'bg-linear-to-r from-gold to-gold-light',
        )}
        style={{ width: `${percent}%` }}
      />
      {tick !== undefined && (
        <span
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-text"
          style={{ left: `${Math.round(tick * 100)}%` }}
        />
      )}
    </div>
  );
}
