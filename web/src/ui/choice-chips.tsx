import { useId } from 'react';
import { classNames } from './class-names.ts';

type ChoiceChipsProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** One of several, in a row that a finger slides where it is too long. */
export function ChoiceChips<V extends string>({ label, options, value, onChange, className }: ChoiceChipsProps<V>) {
  const name = useId();
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      {/* Reaches the edges of a phone, so that the next one peeks out. */}
      <div className="-mx-4 flex gap-2 overflow-x-auto overscroll-x-contain scroll-px-4 px-4 py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative flex min-h-11 shrink-0 cursor-pointer items-center rounded-full border px-4 text-small font-semibold whitespace-nowrap transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold',
              option.value === value
                ? 'border-gold bg-gold/12 text-gold'
                : 'border-ink-3 text-muted hover:border-ink-4 hover:text-text',
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
