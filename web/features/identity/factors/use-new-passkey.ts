import { useMutation } from '@tanstack/react-query';
import type { startPasskey } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { useAddPasskey, useStartPasskey } from '../queries/protection.ts';

/** Checks the owner, prompts for a new passkey, and registers it. */
export function useNewPasskey() {
  const { mutateAsync: start } = useStartPasskey();
  const { mutateAsync: add } = useAddPasskey();
  return useMutation({
    mutationFn: async ({ name, ...owner }: InputOf<typeof startPasskey> & { readonly name: string }) => {
      const { makePasskey } = await import('#web/platform/passkeys/passkey-prompt.ts').catch((cause: unknown) => {
        throw new ApiFailure('unreachable', cause);
      });
      const { value: creation } = await start(owner);
      return await add({ name, credential: await makePasskey(creation) });
    },
  });
}
