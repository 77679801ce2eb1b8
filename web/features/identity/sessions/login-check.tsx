import { type ReactNode, useEffect } from 'react';
import { session } from '#web/platform/session/session.ts';
import { endSession, onSessionDoubt, type SessionEnd } from '#web/platform/session/session-end.ts';
import { useGetLoginState } from '../queries/sign-in.ts';

/**
 * Asks the server whether the stored member is still signed in: at the start, whenever the page is looked at again, and when the session
 * may have been ended from another device, which is said.
 */
export function LoginCheck(): ReactNode {
  const { refetch } = useGetLoginState();
  useEffect(() => {
    async function check(end: SessionEnd): Promise<void> {
      const username = session.username();
      if (username === null) return;
      const { data: signedIn, isSuccess } = await refetch();
      // Without an answer the member stays: the next call will tell.
      if (isSuccess && !signedIn && session.username() === username) endSession(end);
    }
    const look = () => void check('notSignedIn');
    look();
    window.addEventListener('focus', look);
    const forget = onSessionDoubt(() => void check('expired'));
    return () => {
      window.removeEventListener('focus', look);
      forget();
    };
  }, [refetch]);
  return null;
}
