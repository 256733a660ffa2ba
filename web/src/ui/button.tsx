import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './loader.tsx';
import { useAlive } from './use-alive.ts';

type Look = { variant?: 'gold' | 'plain' | 'danger'; size?: 'm' | 's'; block?: boolean };

const VARIANTS = {
  gold: 'gold-fill shadow-gold hover:brightness-105 disabled:bg-ink-3 disabled:bg-none disabled:text-muted disabled:shadow-none',
  plain:
    'border-[1.5px] border-line text-text hover:bg-ink-3 disabled:border-transparent disabled:bg-ink-3 disabled:text-muted',
  danger: 'border-[1.5px] border-line text-out hover:bg-ink-3',
} as const;

const SIZES = {
  m: 'min-h-13 px-5 rounded-md text-[16px] min-[22.5rem]:min-h-14',
  s: 'min-h-11 px-3.5 rounded-control text-[14px]',
} as const;

/** Also dresses a link as a button. */
export function buttonClass({ variant = 'plain', size = 'm', block = false }: Look = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 py-1.5 text-center font-bold select-none',
    'transition-[filter,background-color,scale] duration-150 active:scale-[0.98] disabled:active:scale-100',
    VARIANTS[variant],
    SIZES[size],
    block && 'w-full',
  );
}

type ButtonProps = ComponentProps<'button'> & Look & { pending?: boolean };

/** A form cannot be sent before the page's script has come, which alone knows how. */
export function Button({ variant, size, block, pending = false, className, children, disabled, ...rest }: ButtonProps) {
  const isAlive = useAlive();
  const look: Look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) };
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || pending || (rest.type === 'submit' && !isAlive)}
      aria-busy={pending || undefined}
      className={classNames(buttonClass(look), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
