import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens and closes a native dialog with `open`. Focus, inertness of the page behind it and Escape are the browser's. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null);
  // Before the paint: what is in a dialog is never there while the dialog is closed.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return element;
}
