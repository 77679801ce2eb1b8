/** Fields with input of the member's since the page was loaded. */
export const typedFields = new WeakSet<EventTarget>();

/** Tracks the fields that the member types into, so that reloading for an update asks before unsaved input is lost. */
export function trackTyping(): void {
  document.addEventListener('input', ({ target }) => target && typedFields.add(target));
}
