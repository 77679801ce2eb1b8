import { useSyncExternalStore } from 'react';

/** Subscribes a component to a store outside of React. Prerendered screens are never hydrated, so the build takes the same snapshot. */
export function useStore<Snapshot>(
  subscribe: (listener: () => void) => () => void,
  snapshot: () => Snapshot,
): Snapshot {
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}
