import { useEffect } from 'react';
import { getLoginState } from '#contract/account.ts';
import { call } from '#web/platform/api/call.ts';
import { session } from '#web/platform/session/session.ts';
import { endSession, onSessionDoubt, type SessionEnd } from '#web/platform/session/session-end.ts';

/**
 * Asks the server whether the stored member is still signed in: at the start, whenever the page is looked at again, and when the session
 * may have been ended from another device, which is said.
 */
export function useLoginCheck(): void {
  useEffect(() => {
    const check = () => void checkLogin('notSignedIn');
    check();
    window.addEventListener('focus', check);
    const forget = onSessionDoubt(() => void checkLogin('expired'));
    return () => {
      window.removeEventListener('focus', check);
      forget();
    };
  }, []);
}

async function checkLogin(end: SessionEnd): Promise<void> {
  const username = session.username();
  if (username === null) return;
  // Without an answer the member stays: the next call will tell.
  const signedIn = await call(getLoginState, {}).catch(() => null);
  if (signedIn === false && session.username() === username) endSession(end);
}
