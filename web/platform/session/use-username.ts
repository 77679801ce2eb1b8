import { useStore } from '../use-store.ts';
import { session } from './session.ts';

/** The signed-in member's name, or null. */
export function useUsername(): string | null {
  return useStore(session.subscribe, session.username);
}
