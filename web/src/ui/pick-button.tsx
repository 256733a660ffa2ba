import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** An amount, or all there is, to take into a field with one tap. `className` gives its width. */
export function PickButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'figures min-h-11 rounded-[12px] border border-transparent bg-ink-2 px-1 text-small font-semibold transition-colors hover:bg-ink-3 disabled:opacity-45',
        'aria-pressed:border-gold aria-pressed:bg-gold/8 aria-pressed:text-gold',
        className,
      )}
    />
  );
}
