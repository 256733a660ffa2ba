import type { Minor } from '@krapao/contract/money.ts';
import { useEffect, useRef, useState } from 'react';

/** For the eye: an amount runs to where it has changed to, at once for members who want no motion. */
export function useCounted(minor: Minor, durationMs: number, start = minor): Minor {
  const [shown, setShown] = useState(start);
  const last = useRef(start);
  useEffect(() => {
    const from = last.current;
    if (from === minor) return;
    const show = (amount: Minor) => {
      last.current = amount;
      setShown(amount);
    };
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const part = isStill ? 1 : Math.min(Math.max(now - startedAt, 0) / durationMs, 1);
      const eased = BigInt(Math.round((1 - (1 - part) ** 3) * 1_000));
      show(from + ((minor - from) * eased) / 1_000n);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [minor, durationMs]);
  return shown;
}
