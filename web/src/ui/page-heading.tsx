import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { siteName } from '../platform/edition.ts';
import { classNames } from './class-names.ts';

type PageHeadingProps = { title: string; children?: ReactNode; className?: string };

/**
 * Names the page: in the tab, and as the place where reading starts after a navigation, since a screen that
 * changes without a page load would otherwise go unnoticed.
 */
export function PageHeading({ title, children = title, className = 'text-title font-bold' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title]);

  const startReading = useEffectEvent(() => {
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // The router gives this key to the address the page was loaded with.
    if (key !== 'default') startReading();
  }, [key]);

  return (
    <h1 ref={heading} tabIndex={-1} className={classNames(className)}>
      {children}
    </h1>
  );
}
