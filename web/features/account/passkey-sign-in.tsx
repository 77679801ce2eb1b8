import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { Button } from '#web/ui/form/button.tsx';
import styles from './account-form.module.css';
import { useSignInWithPasskey } from './queries.ts';

/** Signing in by the device itself, without name or password. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const signing = useSignInWithPasskey();
  return (
    <>
      <Button
        kind="outline"
        busy={signing.isPending}
        onClick={() => signing.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {t('account.passkeySignIn')}
      </Button>
      {signing.error === null ? null : (
        <p className={styles.problem} role="alert">
          {passkeyProblem(signing.error)}
        </p>
      )}
    </>
  );
}
