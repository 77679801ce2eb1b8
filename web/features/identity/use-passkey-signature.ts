import type { PasskeySignature } from '#contract/passkey-forms.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useStartPasskeySignIn } from './queries/sign-in.ts';

/** Gets a challenge and has it signed by the device. The prompt's code is loaded on demand: password sign-ins do not need it. */
export function usePasskeySignature(): () => Promise<PasskeySignature> {
  const { mutateAsync: start } = useStartPasskeySignIn();
  return async () => {
    const parts = Promise.all([import('#web/platform/passkeys/passkey-prompt.ts'), localeStore.loadMore()]);
    const [{ askForPasskey }] = await parts.catch((cause: unknown) => {
      throw new ApiFailure('unreachable', cause);
    });
    const { value: request } = await start({});
    return await askForPasskey(request);
  };
}
