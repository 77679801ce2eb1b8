import { useEffect } from 'react';
import { getLoginState } from '#contract/account.ts';
import { call } from '#web/platform/api/call.ts';
import { session } from '#web/platform/session/session.ts';
import { endSession } from '#web/platform/session/session-end.ts';

/** Asks the server whether the stored member is still signed in, at the start and whenever the page is looked at again. */
export function useLoginCheck(): void {
  useEffect(() => {
    const check = () => void checkLogin();
    check();
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, []);
}

async function checkLogin(): Promise<void> {
  const username = session.username();
  if (username === null) return;
  // Without an answer the member stays: the next call will tell.
  const signedIn = await call(getLoginState, {}).catch(() => null);
  if (signedIn === false && session.username() === username) endSession('notSignedIn');
}
