import { getLoginState, register, signIn, signInWithPasskey, signOut, startPasskeySignIn } from '#contract/identity.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { markSignIn } from '#web/platform/session/name-owner.ts';
import { session } from '#web/platform/session/session.ts';

export function useRegister() {
  return useWrite(register, {
    onSuccess: ({ value }) => {
      timeZoneStore.markRegistered();
      enter(value.username);
    },
  });
}

export const useSignIn = () => useWrite(signIn, { onSuccess: ({ value }) => enter(value.username) });

export const useStartPasskeySignIn = () => useWrite(startPasskeySignIn);

export const useSignInWithPasskey = () =>
  useWrite(signInWithPasskey, { onSuccess: ({ value }) => enter(value.username) });

/** Checks the session, once per `refetch`. */
export const useGetLoginState = () => useRead(getLoginState, {}, { enabled: false, retry: false });

export function useSignOut(onSignedOut: (message: string) => void) {
  return useWrite(signOut, {
    onSuccess: ({ message }) => {
      session.signOut();
      queryClient.clear();
      onSignedOut(message);
    },
  });
}

/** Drops the cached data of a previous member on this phone. */
export function enter(username: string): void {
  queryClient.clear();
  markSignIn(username);
  session.signIn(username);
}
