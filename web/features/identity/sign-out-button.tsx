import { type ReactNode, useState } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useSignOut } from './queries/sign-in.ts';

export function SignOutButton({ onSignedOut }: { readonly onSignedOut: () => void }): ReactNode {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const signingOut = useSignOut();
  const close = () => setAsking(false);
  const signOut = () =>
    signingOut.mutate(
      {},
      {
        onSuccess: ({ message }) => {
          close();
          showToast(message);
          onSignedOut();
        },
        onError: (error) => showToast(problemText(error) ?? '', 'failure'),
      },
    );
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('identity.signOut')}
      </Button>
      <Dialog
        open={asking}
        title={t('identity.signOutTitle')}
        onClose={close}
        actions={[
          { label: t('shell.cancel'), kind: 'quiet', onPress: close },
          { label: t('identity.signOut'), onPress: signOut, busy: signingOut.isPending },
        ]}
      >
        {t('identity.signOutText')}
      </Dialog>
    </>
  );
}
