import { type ReactNode, useEffect } from 'react';
import { session } from '#web/platform/session/session.ts';
import { endSession, onSessionCheck, type SessionEnd } from '#web/platform/session/session-end.ts';
import { useGetLoginState } from '../queries/sign-in.ts';

/**
 * Checks the session with the server at the start, when the page gets focus, and when it may have been ended from another device, which is
 * then shown.
 */
export function LoginCheck(): ReactNode {
  const { refetch } = useGetLoginState();
  useEffect(() => {
    async function check(end: SessionEnd): Promise<void> {
      const username = session.username();
      if (username === null) return;
      const { data: signedIn, isSuccess } = await refetch();
      // No response is no sign-out: the next call finds out.
      if (isSuccess && !signedIn && session.username() === username) endSession(end);
    }
    const look = () => void check('notSignedIn');
    look();
    window.addEventListener('focus', look);
    const unsubscribe = onSessionCheck(() => void check('expired'));
    return () => {
      window.removeEventListener('focus', look);
      unsubscribe();
    };
  }, [refetch]);
  return null;
}
