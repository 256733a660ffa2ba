import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './loader.tsx';
import { useAlive } from './use-alive.ts';

type Look = { variant?: 'gold' | 'plain' | 'line' | 'danger'; size?: 'm' | 's'; block?: boolean };

const VARIANTS = {
  gold: 'gold-fill shadow-gold hover:brightness-105 disabled:shadow-none',
  plain: 'bg-ink-2 text-text hover:bg-ink-3',
  line: 'border border-ink-3 text-text hover:bg-ink-2',
  danger: 'bg-out/15 text-out hover:bg-out/25',
} as const;

/** A small button looks small, yet its target stays 44 px high. */
const SIZES = {
  m: 'min-h-12 px-5 rounded-control text-base',
  s: 'min-h-9 px-3.5 rounded-[12px] text-small relative after:absolute after:-inset-1',
} as const;

/** Also dresses a link as a button. */
export function buttonClass({ variant = 'plain', size = 'm', block = false }: Look = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 py-1.5 text-center font-bold select-none',
    'transition-[filter,background-color,scale] duration-150 active:scale-[0.98] disabled:opacity-55 disabled:active:scale-100',
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
