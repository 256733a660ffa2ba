import { type PointerEvent, type RefObject, useRef } from 'react';

/** A sheet closes when it is let go of after this share of its height, or sooner if it is flung down. */
const SHUT_SHARE = 0.3;
const FLING = { px: 48, pxPerMs: 0.5 };

type Drag = { pointer: number; startY: number; startedAt: number };

/** Lets a finger or a mouse pull a sheet down by its handle; the returned listeners belong to the handle. */
export function useDragShut(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const drag = useRef<Drag | null>(null);
  const place = (translate: string, transition: string) => {
    if (sheet.current) Object.assign(sheet.current.style, { translate, transition });
  };
  const distance = (event: PointerEvent) => Math.max(0, event.clientY - (drag.current?.startY ?? event.clientY));

  const letGo = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId || !sheet.current) return;
    const pulled = distance(event);
    const speed = pulled / Math.max(1, event.timeStamp - drag.current.startedAt);
    drag.current = null;
    const isShut = pulled > sheet.current.offsetHeight * SHUT_SHARE || (pulled > FLING.px && speed > FLING.pxPerMs);
    if (!isShut || event.type === 'pointercancel') return place('', '');
    place('0 100%', '');
    onClose();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || drag.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { pointer: event.pointerId, startY: event.clientY, startedAt: event.timeStamp };
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current?.pointer === event.pointerId) place(`0 ${distance(event)}px`, 'none');
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}
