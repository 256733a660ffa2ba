import { type RefObject, useEffect, useState } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label';
/** A control or a line of words is higher than this. */
const STEP_PX = 16;

/** Whether a control or words of the page lie under the fixed element that `ref` holds, where it is not tucked away. */
export function useCoversPage(ref: RefObject<HTMLElement | null>): boolean {
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    const look = () => {
      if (ref.current) setCovers(coversPage(ref.current));
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [ref]);
  return covers;
}

/** Told by the edge that is nearest to the page's middle: what lies under the tab reaches over that edge. */
function coversPage(tab: HTMLElement): boolean {
  const left = window.innerWidth - tab.offsetWidth;
  const { top, bottom } = tab.getBoundingClientRect();
  const isUnder = (element: Element) =>
    !tab.contains(element) && (element.closest(CONTROLS) !== null || hasWordsUnder(element, { left, top, bottom }));
  const found = new Set<Element>();
  for (let y = top; y < bottom + STEP_PX; y += STEP_PX)
    for (const element of document.elementsFromPoint(left, Math.min(y, bottom))) found.add(element);
  return [...found].some(isUnder);
}

/** An element is as wide as its column; its words may end before. */
function hasWordsUnder(element: Element, { left, top, bottom }: Pick<DOMRect, 'left' | 'top' | 'bottom'>): boolean {
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return false;
    const words = document.createRange();
    words.selectNodeContents(node);
    return [...words.getClientRects()].some((line) => line.right > left && line.top < bottom && line.bottom > top);
  });
}
