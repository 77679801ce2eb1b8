import { type PointerEvent, type RefObject, useRef } from 'react';

const closeAfterPx = 72;

interface SwipeHandle {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** Pointer handlers of a sheet's head: dragging moves the sheet, and past a threshold closes it. */
export function useSwipeDown(panel: RefObject<HTMLElement | null>, onClose: () => void): SwipeHandle {
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
    onPointerDown: (event) => {
      start.current = event.clientY;
    },
    onPointerMove: (event) => {
      if (start.current !== null) move(Math.max(0, event.clientY - start.current));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
