import { useSyncExternalStore } from 'react';

/**
 * Reads a store outside of React, and draws again when it changes. The build draws screens that are never hydrated: they take the
 * same snapshot as the browser.
 */
export function useStore<Snapshot>(
  subscribe: (listener: () => void) => () => void,
  snapshot: () => Snapshot,
): Snapshot {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
