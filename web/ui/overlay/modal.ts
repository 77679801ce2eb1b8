import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps a native dialog element in step with `open`. The browser does the rest: focus goes in and comes back, what lies
 * behind is inert, Escape closes.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return element;
}
