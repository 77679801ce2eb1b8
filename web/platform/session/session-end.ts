import { createListeners } from '../listeners.ts';
import { session } from './session.ts';

/** Nobody is signed in (`url` 99), the session expired (`state` 401), or another member has signed in on this browser. */
export type SessionEnd = 'notSignedIn' | 'expired' | 'otherAccount';

const ends = createListeners<[end: SessionEnd]>();
const checks = createListeners();

/** Subscribes to the end of the session. */
export const onSessionEnd = ends.subscribe;

/**
 * Signs out locally and notifies listeners once: concurrent calls may all fail for the same reason. A tab of another account keeps its
 * name until the page is left, so that its calls stay refused: without one they would be answered for the other member.
 */
export function endSession(end: SessionEnd): void {
  if (session.username() === null) return;
  if (end !== 'otherAccount') session.signOut();
  ends.notify(end);
}

/** Subscribes to signs that the session may have ended. */
export const onSessionCheck = checks.subscribe;

/** Reports a sign that the session may have ended; listeners check with the server. */
export const requestSessionCheck = checks.notify;
