import type { ReactNode } from 'react';
import { changeLoginPassword } from '#contract/identity.ts';
import { NewPassword } from '#web/features/identity/passwords/new-password.tsx';
import { useChangeLoginPassword } from '#web/features/identity/queries/protection.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Changes the login password. */
export function Page(): ReactNode {
  const t = useText();
  const back = useGoBack('/securityCenter');
  const change = useChangeLoginPassword();
  return (
    <Screen title={t('security.loginPasswordTitle')} onBack={back}>
      <Note>{t('security.othersSignedOut')}</Note>
      <NewPassword
        operation={changeLoginPassword}
        change={change}
        oldLabel={t('security.currentPassword')}
        onChanged={(message) => {
          showToast(message, 'success');
          back();
        }}
      />
    </Screen>
  );
}
