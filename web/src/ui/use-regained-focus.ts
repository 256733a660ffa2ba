import { type RefObject, useEffect, useRef } from 'react';

/**
 * When one view replaces another, the pressed button may be gone, and with it the focus of a member who uses a
 * keyboard or a screen reader: the new view takes the focus. A focus that is not lost stays.
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
