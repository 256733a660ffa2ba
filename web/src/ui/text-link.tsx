import type { ComponentProps } from 'react';
import { Link } from '../platform/link.tsx';

/** A link that is no button, and as easy to hit as one. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-sm text-small font-bold text-muted underline underline-offset-4 hover:text-text"
    />
  );
}
