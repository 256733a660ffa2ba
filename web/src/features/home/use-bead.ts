import type { Minor } from '@krapao/contract/money.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

const TRAVEL = { duration: 450, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/**
 * A bead of light runs along the bar from the place that lost money to the place that gained it, and the device ticks. Nothing
 * for members who want no motion, nor while the figures are read for the first time.
 */
export function useBead(bar: RefObject<HTMLElement | null>, amounts: ReadonlyMap<string, Minor>, ticks: boolean) {
  const bead = useRef<HTMLSpanElement>(null);
  const before = useRef(amounts);
  useLayoutEffect(() => {
    const move = moveBetween(before.current, amounts);
    before.current = amounts;
    if (!move || !bar.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [from, to] = [middleOf(bar.current, move.from), middleOf(bar.current, move.to)];
    if (ticks) navigator.vibrate?.(12);
    bead.current?.animate(
      [
        { left: `${from}px`, opacity: 1 },
        { left: `${to}px`, opacity: 1, offset: 0.8 },
        { left: `${to}px`, opacity: 0 },
      ],
      TRAVEL,
    );
  });
  return bead;
}

/** The place that lost most and the one that gained most, where both are. */
function moveBetween(before: ReadonlyMap<string, Minor>, after: ReadonlyMap<string, Minor>) {
  let [from, to, lost, gained]: [string | null, string | null, Minor, Minor] = [null, null, 0n, 0n];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const change = (after.get(key) ?? 0n) - (before.get(key) ?? 0n);
    if (change < lost) [from, lost] = [key, change];
    if (change > gained) [to, gained] = [key, change];
  }
  return from !== null && to !== null ? { from, to } : null;
}

function middleOf(bar: HTMLElement, key: string): number {
  const segment = bar.querySelector<HTMLElement>(`[data-place="${key}"]`);
  return segment ? segment.offsetLeft + segment.offsetWidth / 2 : 0;
}
