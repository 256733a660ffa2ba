import Check from 'lucide-react/icons/check';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: string };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'flex min-h-11 w-fit cursor-pointer items-center gap-2.5 has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <span className="relative grid size-[22px] shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer size-full appearance-none rounded-[7px] border border-line bg-ink-2 transition-colors checked:border-text checked:bg-text"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3.2}
          className="pointer-events-none absolute size-3.5 text-ink-0 opacity-0 peer-checked:opacity-100"
        />
      </span>
      {label}
    </label>
  );
}
