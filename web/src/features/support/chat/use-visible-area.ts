import { useEffect, useState } from 'react';

type Area = { height: number; top: number };

/** What the keyboard of a phone leaves of the screen. Only this follows it on every phone. */
export function useVisibleArea(isWanted: boolean): Area | null {
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isWanted || !viewport) return;
    const look = () => {
      // Whoever has zoomed in looks around by themselves.
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
