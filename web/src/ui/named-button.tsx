import type { ComponentProps } from 'react';

type NamedButtonProps = ComponentProps<'button'> & { label: string };

/** A button that shows an icon only: `label` names it for screen readers, and under a mouse. */
export function NamedButton({ label, ...rest }: NamedButtonProps) {
  return <button type="button" aria-label={label} title={label} {...rest} />;
}
