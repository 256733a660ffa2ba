import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A card that is a button as a whole and opens a dialog: the text on the card is the button's name. */
export function CardButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      className={classNames('group flex size-full text-left', className)}
    />
  );
}
