import { getLoginState } from '#contract/identity.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { session } from '../session/session.ts';
import { call } from './call.ts';
import { queryClient } from './query-client.ts';
import { readKey } from './read-key.ts';

/**
 * Signs this tab in if the browser's session is valid: tab storage is empty in a new tab and after a start of the installed app.
 * Returns false if the server could not be asked.
 */
export async function restoreSession(): Promise<boolean> {
  try {
    if (!(await call(getLoginState, {}))) return true;
    const profile = await call(getAccountInfo, {});
    if (session.username() !== null) return true;
    queryClient.setQueryData(readKey(getAccountInfo, {}), profile);
    session.signIn(profile.username);
    return true;
  } catch {
    return false;
  }
}
