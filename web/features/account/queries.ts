import { useMutation, useQuery } from '@tanstack/react-query';
import { getMember, register, signIn, signOut } from '#contract/account.ts';
import type { InputOf } from '#contract/operation.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { session } from '#web/platform/session/session.ts';

/** The member's own figures. */
export function useMember() {
  return useQuery({
    queryKey: [getMember.name],
    queryFn: ({ signal }) => call(getMember, {}, { signal }),
  });
}

export function useRegister() {
  return useMutation({
    mutationFn: (input: InputOf<typeof register>) => callForAnswer(register, input),
    onSuccess: ({ value }) => {
      timeZoneStore.greetNewMember();
      enter(value.username);
    },
  });
}

export function useSignIn() {
  return useMutation({
    mutationFn: (input: InputOf<typeof signIn>) => callForAnswer(signIn, input),
    onSuccess: ({ value }) => enter(value.username),
  });
}

/** What it takes is fetched when it is wanted: who signs in by password does without. */
export function useSignInWithPasskey() {
  return useMutation({
    mutationFn: async () => {
      const parts = Promise.all([import('./enter-with-passkey.ts'), localeStore.loadMore()]);
      const [{ enterWithPasskey }] = await parts.catch((cause: unknown) => {
        throw new ApiFailure('unreachable', cause);
      });
      return await enterWithPasskey();
    },
    onSuccess: ({ value }) => enter(value.username),
  });
}

export function useSignOut() {
  return useMutation({
    mutationFn: () => callForAnswer(signOut, {}),
    onSuccess: () => {
      session.signOut();
      queryClient.clear();
    },
  });
}

/** What was shown to whoever used the phone before is forgotten. */
function enter(username: string): void {
  queryClient.clear();
  session.signIn(username);
}
