import type { Call } from '#server/platform/http/binding.ts';

/** Whether this browser is signed in. Read-only: it does not extend the session. */
export function getLoginState({ session }: Pick<Call, 'session'>): boolean {
  return session !== null;
}
