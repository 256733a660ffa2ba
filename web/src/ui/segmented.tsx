import { useId } from 'react';
import { classNames } from './class-names.ts';

type SegmentedProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** A choice of two to four, all visible: radio buttons in a row. */
export function Segmented<V extends string>({ label, options, value, onChange, className }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-small text-muted">{label}</legend>
      <div className="flex gap-1.5 rounded-control bg-ink-2 p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'grid min-h-11 flex-1 cursor-pointer place-items-center rounded-[11px] px-2 text-center text-small font-semibold transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold',
              option.value === value ? 'bg-ink-0 text-text shadow-card' : 'text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
