import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { Button } from '#web/ui/form/button.tsx';
import styles from './identity-form.module.css';
import { useSignInWithPasskey } from './queries/sign-in.ts';
import { usePasskeySignature } from './use-passkey-signature.ts';

/** Sign-in by passkey, without name or password. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const sign = usePasskeySignature();
  const { mutateAsync: signIn } = useSignInWithPasskey();
  const signing = useMutation({ mutationFn: async () => signIn({ credential: await sign() }) });
  return (
    <>
      <Button
        kind="outline"
        busy={signing.isPending}
        onClick={() => signing.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {t('identity.passkeySignIn')}
      </Button>
      {signing.error === null ? null : (
        <p className={styles.problem} role="alert">
          {passkeyProblem(signing.error)}
        </p>
      )}
    </>
  );
}
