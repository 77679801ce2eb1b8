import type { Call } from '#server/platform/http/binding.ts';
import { clearSession, readSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Ends the session of this browser in any state; idempotent. */
export async function signOut(sessions: Sessions, call: Pick<Call, 'cookies'>): Promise<Record<string, never>> {
  const token = readSession(call);
  if (token !== undefined) await sessions.end(token);
  clearSession(call);
  return {};
}
