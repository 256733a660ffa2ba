import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const CHAT_BOTTOM_TOLERANCE_PX = 60;
/** So near to the top older messages are fetched. */
const TOP_PX = 80;

type Place = { element: Element; bottom: number };

/**
 * Keeps the line being read in place when lines are added above or below; a reader at the bottom stays there. Browsers
 * differ in doing this by themselves, so none of them does: the list says `overflow-anchor: none`.
 */
export function useKeptScroll({ lines, ownKey, onTop }: { lines: object; ownKey: string; onTop: () => void }) {
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const places = useRef<Place[]>([]);
  const isAtBottom = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const note = useCallback(() => {
    const element = area.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    isAtBottom.current = scrollHeight - scrollTop - clientHeight <= CHAT_BOTTOM_TOLERANCE_PX;
    setAtBottom(isAtBottom.current);
    if (scrollTop < TOP_PX) onTop();
  }, [onTop]);

  const settle = useCallback(() => {
    const element = area.current;
    if (!element || !list.current) return;
    if (isAtBottom.current) element.scrollTop = element.scrollHeight;
    else element.scrollTop += shiftOf(element, places.current);
    places.current = placesIn(element, list.current);
    note();
  }, [note]);

  const toBottom = useCallback(() => {
    isAtBottom.current = true;
    settle();
  }, [settle]);

  // Sending a message scrolls to it.
  const lastOwnKey = useRef(ownKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have other places
  useLayoutEffect(() => {
    if (lastOwnKey.current !== ownKey && ownKey !== '') isAtBottom.current = true;
    lastOwnKey.current = ownKey;
    settle();
  }, [lines, ownKey, settle]);

  useEffect(() => {
    const element = area.current;
    if (!element || !list.current) return;
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    observer.observe(list.current);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, [settle, note]);

  return { area, list, atBottom, toBottom };
}

/**
 * Measured from the top of all there is, hence the same however far it is scrolled. A line is where it ends: its head,
 * the speaker's name, goes when older lines of the same speaker come before it.
 */
function placesIn(area: Element, list: Element): Place[] {
  return Array.from(list.children, (element) => ({ element, bottom: bottomIn(area, element) }));
}

/** How far the first line in sight has moved since the places were noted. */
function shiftOf(area: Element, places: readonly Place[]): number {
  const seen = places.find(({ element, bottom }) => bottom > area.scrollTop && element.isConnected);
  return seen ? bottomIn(area, seen.element) - seen.bottom : 0;
}

function bottomIn(area: Element, element: Element): number {
  return element.getBoundingClientRect().bottom - area.getBoundingClientRect().top + area.scrollTop;
}
