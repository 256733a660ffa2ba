import { type RefObject, useEffect, useRef } from 'react';

/**
 * When one view takes the place of another, the button that was pressed may be gone, and with it the place of
 * a member who goes by keyboard or screen reader: they go on at the new view. A focus that is not lost stays.
 */
export function useRegainedFocus<E extends HTMLElement>(view: string): RefObject<E | null> {
  const place = useRef<E>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const active = document.activeElement;
    const isLost = !active || active === document.body || active.contains(place.current);
    if (isLost) place.current?.focus({ preventScroll: true });
  }, [view]);
  return place;
}
