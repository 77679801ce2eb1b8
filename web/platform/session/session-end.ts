import { session } from './session.ts';

/** Why the member has to sign in: nobody is signed in (`url` 99), or the session expired (`state` 401). */
export type SessionEnd = 'notSignedIn' | 'expired';

type Listener = (end: SessionEnd) => void;

const listeners = new Set<Listener>();

/** Calls `listener` whenever the session ended while the page was open. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets the member and tells whoever listens, once: calls under way may all come back with the same news. */
export function endSession(end: SessionEnd): void {
  if (session.username() === null) return;
  session.signOut();
  for (const listener of listeners) listener(end);
}

const doubters = new Set<() => void>();

/** Calls `listener` whenever the session may have ended unseen. */
export function onSessionDoubt(listener: () => void): () => void {
  doubters.add(listener);
  return () => doubters.delete(listener);
}

/** Something happened that the end of a session brings with it: whoever listens asks the server. */
export function doubtSession(): void {
  for (const listener of doubters) listener();
}
