import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { passkeyProblem } from '#web/platform/passkeys/passkey-failure.ts';
import { Button } from '#web/ui/form/button.tsx';
import styles from './identity-form.module.css';
import { useSignInWithPasskey, useStartPasskeySignIn } from './queries/sign-in.ts';

/** Sign-in by passkey, without name or password. */
export function PasskeySignIn({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const t = useText();
  const signing = usePasskeySignIn();
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

/** Gets a challenge, has it signed by the device, and signs in. The prompt's code is loaded on demand: password sign-ins do not need it. */
function usePasskeySignIn() {
  const { mutateAsync: start } = useStartPasskeySignIn();
  const { mutateAsync: signIn } = useSignInWithPasskey();
  return useMutation({
    mutationFn: async () => {
      const parts = Promise.all([import('#web/platform/passkeys/passkey-prompt.ts'), localeStore.loadMore()]);
      const [{ askForPasskey }] = await parts.catch((cause: unknown) => {
        throw new ApiFailure('unreachable', cause);
      });
      const { value: request } = await start({});
      return await signIn({ credential: await askForPasskey(request) });
    },
  });
}
