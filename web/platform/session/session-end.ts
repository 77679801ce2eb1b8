import { session } from './session.ts';

/** Nobody is signed in (`url` 99), or the session expired (`state` 401). */
export type SessionEnd = 'notSignedIn' | 'expired';

type Listener = (end: SessionEnd) => void;

const listeners = new Set<Listener>();

/** Subscribes to the end of the session. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs out locally and notifies listeners once: concurrent calls may all fail for the same reason. */
export function endSession(end: SessionEnd): void {
  if (session.username() === null) return;
  session.signOut();
  for (const listener of listeners) listener(end);
}

const checkListeners = new Set<() => void>();

/** Subscribes to signs that the session may have ended. */
export function onSessionCheck(listener: () => void): () => void {
  checkListeners.add(listener);
  return () => checkListeners.delete(listener);
}

/** Reports a sign that the session may have ended; listeners check with the server. */
export function requestSessionCheck(): void {
  for (const listener of checkListeners) listener();
}
