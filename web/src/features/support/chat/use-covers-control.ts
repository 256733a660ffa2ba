import { type RefObject, useEffect, useState } from 'react';

const CONTROLS = 'a, button, input, select, textarea, label';
/** A control is higher than this. */
const STEP_PX = 16;

/** Whether a control of the page lies under the fixed element, told by the edge that is nearest to the page's middle. */
export function useCoversControl(ref: RefObject<HTMLElement | null>): boolean {
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    const look = () => {
      const tab = ref.current;
      if (!tab) return;
      // Where it lies when it is not tucked away.
      const left = window.innerWidth - tab.offsetWidth;
      const { top, bottom } = tab.getBoundingClientRect();
      const isControlAt = (y: number) =>
        document.elementsFromPoint(left, y).some((element) => !tab.contains(element) && element.closest(CONTROLS));
      let isCovering = isControlAt(bottom);
      for (let y = top; y < bottom && !isCovering; y += STEP_PX) isCovering = isControlAt(y);
      setCovers(isCovering);
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
