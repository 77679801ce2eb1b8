import { useQuery } from '@tanstack/react-query';
import { getVerifyCode } from '#contract/account.ts';
import { call } from './call.ts';

/** A picture of the verification code. Each is good for one use: `refetch` draws another. */
export function useVerifyCode(wanted: boolean) {
  return useQuery({
    queryKey: [getVerifyCode.name],
    queryFn: ({ signal }) => call(getVerifyCode, {}, { signal }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
