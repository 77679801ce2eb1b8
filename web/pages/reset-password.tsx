import { type ReactNode, useState } from 'react';
import { ForgottenPassword } from '#web/features/identity/passwords/forgotten-password.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { session } from '#web/platform/session/session.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** A new login password without the old one. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const back = useGoBack(session.username() === null ? '/login' : '/securityCenter');
  const [request, setRequest] = useState<string | null>(null);
  return (
    <Screen title={t('reset.title')} onBack={back}>
      {request === null ? (
        <ForgottenPassword
          onReset={(message) => {
            showToast(message, 'success');
            go('/homeTab', { replace: true });
          }}
          onRequested={setRequest}
        />
      ) : (
        <Note
          kind="warning"
          title={t('reset.asked')}
          action={
            <Button inline kind="outline" onClick={() => void copyText(request)}>
              {t('reset.copyNumber')}
            </Button>
          }
        >
          <code>{request}</code> {t('reset.askedText')}
        </Note>
      )}
    </Screen>
  );
}
