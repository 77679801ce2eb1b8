import { type ReactNode, useEffect, useState } from 'react';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { loginPath } from '#web/platform/navigation/return-path.ts';
import { session } from '#web/platform/session/session.ts';
import { onSessionEnd, type SessionEnd } from '#web/platform/session/session-end.ts';
import { LazySheet, lazyComponent, usePrefetch } from '#web/ui/loading/lazy-component.tsx';

const dialog = lazyComponent(async () => (await import('./session-end-dialog.tsx')).SessionEndDialog);
const prefetched = [dialog];

/** Redirects to the login when the session has ended, and leaves the page when another member has signed in on this browser. */
export function SessionGuard(): ReactNode {
  const go = useGo();
  const { path, search } = useLocation();
  const [end, setEnd] = useState<SessionEnd | null>(null);
  const login = path === '/login' ? path + search : loginPath(path + search);
  const toLogin = () => {
    setEnd(null);
    if (path !== '/login') go(login, { replace: true });
  };
  useEffect(() =>
    onSessionEnd((next) => {
      if (next !== 'otherAccount') queryClient.clear();
      if (next === 'notSignedIn') toLogin();
      else setEnd(next);
    }),
  );
  usePrefetch(prefetched);
  return (
    <LazySheet
      code={dialog}
      props={{
        open: end !== null,
        end,
        onClose: () => (end === 'otherAccount' ? startAnew(login) : toLogin()),
        onOtherAccount: () => startAnew('/homeTab'),
      }}
    />
  );
}

/** Loads the page without anything of the account before, whose name is kept until then: without it calls would be answered for the other. */
function startAnew(address: string): void {
  window.addEventListener('pagehide', session.signOut, { once: true });
  window.location.replace(address);
}
