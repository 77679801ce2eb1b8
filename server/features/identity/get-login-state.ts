import type { Call } from '#server/platform/http/binding.ts';

/** Whether this browser is signed in. A look at it: an expired session stays expired. */
export function getLoginState({ session }: Pick<Call, 'session'>): boolean {
  return session !== null;
}
