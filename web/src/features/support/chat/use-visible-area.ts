import { useEffect, useState } from 'react';

type Area = { height: number; top: number };

/** The part of the screen above a phone's keyboard. Only the visual viewport follows the keyboard on every phone. */
export function useVisibleArea(isWanted: boolean): Area | null {
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isWanted || !viewport) return;
    const look = () => {
      // A customer who has zoomed in scrolls by hand.
      const isZoomed = viewport.scale > 1.01;
      setArea(isZoomed ? null : { height: viewport.height, top: viewport.offsetTop });
    };
    look();
    viewport.addEventListener('resize', look);
    viewport.addEventListener('scroll', look);
    return () => {
      viewport.removeEventListener('resize', look);
      viewport.removeEventListener('scroll', look);
      setArea(null);
    };
  }, [isWanted]);
  return area;
}
