import { requestLoginPassword, resetLoginPassword, resetLoginPasswordByPasskey } from '#contract/identity-reset.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { enter } from './sign-in.ts';

export function useResetLoginPassword() {
  return useWrite(resetLoginPassword, { onSuccess: ({ value }) => enter(value.username) });
}

export function useResetLoginPasswordByPasskey() {
  return useWrite(resetLoginPasswordByPasskey, { onSuccess: ({ value }) => enter(value.username) });
}

export const useRequestLoginPassword = () => useWrite(requestLoginPassword);
