import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { loginPath } from '#web/platform/navigation/return-path.ts';
import { onSessionEnd } from '#web/platform/session/session-end.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useLoginCheck } from './login-check.ts';

/** Watches over the session: asks the server at the start and on return, and leads to the login when it is over. */
export function SessionGuard(): ReactNode {
  const t = useText();
  const go = useGo();
  const { pathname, search } = useLocation();
  const [expired, setExpired] = useState(false);
  const toLogin = () => {
    setExpired(false);
    if (pathname !== '/login') go(loginPath(pathname + search), { replace: true });
  };
  useLoginCheck();
  useEffect(() =>
    onSessionEnd((end) => {
      queryClient.clear();
      if (end === 'expired') setExpired(true);
      else toLogin();
    }),
  );
  return (
    <Dialog
      alert
      open={expired}
      title={t('shell.expiredTitle')}
      actions={[{ label: t('shell.signInAgain'), onPress: toLogin }]}
    >
      {t('shell.expiredText')}
    </Dialog>
  );
}
