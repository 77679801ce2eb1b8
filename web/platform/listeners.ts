export interface Listeners<Event extends readonly unknown[]> {
  /** Returns what ends the subscription. */
  readonly subscribe: (listener: (...event: Event) => void) => () => void;
  readonly notify: (...event: Event) => void;
}

/** The listeners of a store or of an event; `useStore` takes their `subscribe`. */
export function createListeners<Event extends readonly unknown[] = []>(): Listeners<Event> {
  const listeners = new Set<(...event: Event) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...event) {
      for (const listener of listeners) listener(...event);
    },
  };
}
