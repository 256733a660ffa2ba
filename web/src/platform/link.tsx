import type { ComponentProps, MouseEvent } from 'react';
import { goTo } from './navigation.ts';
import { usePlace } from './place.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; state?: unknown };

/** A link to another screen of the app. In a new tab, if that is what the press asks for, the browser follows it. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { pathname, search } = usePlace();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event, rest.target)) return;
    event.preventDefault();
    goTo(to, { replace: replace ?? to === pathname + search, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

function isForTheBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent, target?: string): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || (target !== undefined && target !== '_self');
}
