import { type PointerEvent, type RefObject, useRef } from 'react';

const closeAfterPx = 72;

/** Pointer handlers of a sheet's head: dragging moves the sheet, and past a threshold closes it. */
export function useSwipeDown(panel: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<number | null>(null);
  const moved = useRef(0);
  const move = (distance: number) => {
    moved.current = distance;
    if (panel.current !== null) panel.current.style.translate = distance === 0 ? '' : `0 ${distance}px`;
  };
  const end = () => {
    const far = moved.current > closeAfterPx;
    start.current = null;
    move(0);
    if (far) onClose();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) move(Math.max(0, event.clientY - start.current));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
