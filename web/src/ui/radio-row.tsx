import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

const LOOKS = {
  /** A finger slides a row that is too long; the row reaches the edges of a phone, so that the next option peeks out. */
  chips: {
    legend: 'sr-only',
    row: '-mx-4 flex gap-2 overflow-x-auto overscroll-x-contain scroll-px-4 px-4 py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0',
    option: 'relative flex min-h-11 shrink-0 items-center rounded-full border px-4 text-small whitespace-nowrap',
    chosen: 'border-text bg-ink-3 text-text',
    other: 'border-line text-muted hover:border-line hover:text-text',
  },
  /** Two to four, as wide as the form they stand in. */
  segments: {
    legend: 'mb-1.5 text-small text-muted',
    row: 'flex gap-1.5 rounded-control bg-ink-2 p-1',
    option: 'grid min-h-11 flex-1 place-items-center rounded-[11px] px-2 text-center text-small',
    chosen: 'border-[1.5px] border-line bg-ink-0 text-text',
    other: 'text-muted hover:text-text',
  },
  /** One below the other: a picture, a name and what differs. */
  rows: {
    legend: 'sr-only',
    row: 'grid gap-1.5',
    option: 'relative flex min-h-14 items-center gap-3 rounded-control border px-3 py-1.5 text-small',
    chosen: 'border-text bg-ink-3 text-text',
    other: 'border-line hover:border-text',
  },
} as const;

type RadioRowProps<V extends string> = {
  look: keyof typeof LOOKS;
  label: string;
  options: readonly { value: V; label: ReactNode; title?: string }[];
  value: V;
  onChange: (value: V) => void;
};

/** One of several, all in sight: radio buttons in a row. */
export function RadioRow<V extends string>({ look, label, options, value, onChange }: RadioRowProps<V>) {
  const name = useId();
  const { legend, row, option, chosen, other } = LOOKS[look];
  return (
    <fieldset className="min-w-0">
      <legend className={legend}>{label}</legend>
      <div className={row}>
        {options.map((choice) => (
          <label
            key={choice.value}
            title={choice.title}
            className={classNames(
              'cursor-pointer font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-text',
              option,
              choice.value === value ? chosen : other,
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
