import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { useSignOut } from './queries/sign-in.ts';

export function SignOutButton({ onSignedOut }: { readonly onSignedOut: () => void }): ReactNode {
  const t = useText();
  const signingOut = useSignOut((message) => {
    showToast(message);
    onSignedOut();
  });
  return (
    <ConfirmButton
      kind="quiet"
      label={t('identity.signOut')}
      title={t('identity.signOutTitle')}
      cancel={t('shell.cancel')}
      mutation={signingOut}
      input={{}}
    >
      {t('identity.signOutText')}
    </ConfirmButton>
  );
}
