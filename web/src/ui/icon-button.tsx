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
};

export function IconButton({ icon: Icon, label, turning = false, className, ...rest }: IconButtonProps) {
  return (
    <NamedButton
      label={label}
      {...rest}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-control bg-ink-2 text-text transition-colors hover:bg-ink-3 disabled:opacity-60',
        className,
      )}
    >
      <Icon aria-hidden="true" className={classNames('size-5', turning && 'animate-turn-late')} />
    </NamedButton>
  );
}
