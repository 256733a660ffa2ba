import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { NamedButton } from './named-button.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon;
  /** The name of the button for screen readers and on hover. */
  label: string;
  /** The icon turns if the button's work takes longer than a moment. */
  turning?: boolean;
  /** `bare`: told by its icon alone, in a corner or beside words. */
  look?: 'boxed' | 'bare';
};

const LOOKS = {
  boxed: 'border-[1.5px] border-line text-text hover:bg-ink-3 disabled:border-ink-3',
  bare: 'text-muted hover:bg-ink-2 hover:text-text',
} as const;

export function IconButton({
  icon: Icon,
  label,
  turning = false,
  look = 'boxed',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <NamedButton
      label={label}
      {...rest}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-control transition-colors disabled:opacity-60',
        LOOKS[look],
        className,
      )}
    >
      <Icon aria-hidden="true" className={classNames('size-5', turning && 'animate-turn-late')} />
    </NamedButton>
  );
}
