import { requestLoginPassword, resetLoginPassword, resetLoginPasswordByPasskey } from '#contract/identity-reset.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { enter } from './sign-in.ts';

export const useResetLoginPassword = () =>
  useWrite(resetLoginPassword, { onSuccess: ({ value }) => enter(value.username) });

export const useResetLoginPasswordByPasskey = () =>
  useWrite(resetLoginPasswordByPasskey, { onSuccess: ({ value }) => enter(value.username) });

export const useRequestLoginPassword = () => useWrite(requestLoginPassword);
