import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { siteName } from '../platform/edition.ts';
import { usePlace } from '../platform/place.tsx';
import { classNames } from './class-names.ts';

/** The state of a navigation within one page, as to another filter: focus and scroll position stay. */
export type InPlace = { inPlace: true };

type PageHeadingProps = { title: string; children?: ReactNode; className?: string };

/**
 * Names the page: in the tab, and as the place where reading starts after a navigation, since a screen that
 * changes without a page load would otherwise go unnoticed.
 */
export function PageHeading({ title, children = title, className = 'text-title font-bold' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, state, by } = usePlace();
  const isInPlace = (state as Partial<InPlace> | null)?.inPlace === true;
  const last = useRef({ hasStarted: false, isInPlace });

  useEffect(() => {
    document.title = `${title} · ${siteName}`;
  }, [title]);

  const startReading = useEffectEvent(() => {
    const { hasStarted, isInPlace: wasInPlace } = last.current;
    last.current = { hasStarted: true, isInPlace };
    if (hasStarted && (isInPlace || (wasInPlace && by === 'step'))) return;
    // The browser reads from the top where the page was loaded, or an anchor was followed.
    if (key === '' || by === 'load') return;
    if (by === 'move') window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key of its own
  useEffect(() => startReading(), [key]);

  return (
    <h1 ref={heading} tabIndex={-1} className={classNames(className)}>
      {children}
    </h1>
  );
}
