import { type ReactNode, useEffect, useState } from 'react';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { useLocation } from '#web/platform/navigation/navigation.tsx';
import { loginPath } from '#web/platform/navigation/return-path.ts';
import { onSessionEnd } from '#web/platform/session/session-end.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

/** Redirects to the login when the session has ended. */
export function SessionGuard(): ReactNode {
  const t = useText();
  const go = useGo();
  const { path, search } = useLocation();
  const [expired, setExpired] = useState(false);
  const toLogin = () => {
    setExpired(false);
    if (path !== '/login') go(loginPath(path + search), { replace: true });
  };
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
