import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

/** The signed-in member's name, or null. */
export function useUsername(): string | null {
  return useSyncExternalStore(session.subscribe, session.username);
}
