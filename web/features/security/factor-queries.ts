import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/factors.ts';
import type { InputOf } from '#contract/operation.ts';
import { getAccountInfo, listSessions } from '#contract/profile.ts';
import { listSecurityActs } from '#contract/security.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** How the member signs in beside the password; other devices' changes are heard of at once. */
export function useSecondFactors() {
  const client = useQueryClient();
  useStreamEvent('security', () => void client.invalidateQueries({ queryKey: [getSecondFactors.name] }));
  return useQuery({
    queryKey: [getSecondFactors.name],
    queryFn: ({ signal }) => call(getSecondFactors, {}, { signal }),
  });
}

/** A secret drawn once for an open form: never again by itself, and forgotten with it. */
export function useAuthenticatorSecret() {
  return useQuery({
    queryKey: [startAuthenticator.name],
    queryFn: ({ signal }) => call(startAuthenticator, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function useConfirmAuthenticator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof confirmAuthenticator>) => callForAnswer(confirmAuthenticator, input),
    onSuccess: () => refresh(client),
  });
}

export function useRemoveAuthenticator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof removeAuthenticator>) => callForAnswer(removeAuthenticator, input),
    onSuccess: () => refresh(client),
  });
}

export function useRenewBackupCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof renewBackupCodes>) => callForAnswer(renewBackupCodes, input),
    onSuccess: () => refresh(client),
  });
}

/** Who the member is, then the browser's prompt, then keeping what it made. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, ...owner }: InputOf<typeof startPasskey> & { readonly name: string }) => {
      const { makePasskey } = await import('#web/platform/passkeys/passkey-prompt.ts').catch((cause: unknown) => {
        throw new ApiFailure('unreachable', cause);
      });
      const credential = await makePasskey(await call(startPasskey, owner));
      return await callForAnswer(addPasskey, { name, credential });
    },
    onSuccess: () => refresh(client),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (passkey: string) => callForAnswer(removePasskey, { passkey }),
    onSettled: () => refresh(client),
  });
}

function refresh(client: QueryClient): void {
  for (const { name } of [getSecondFactors, getAccountInfo, listSessions, listSecurityActs]) {
    void client.invalidateQueries({ queryKey: [name] });
  }
}
