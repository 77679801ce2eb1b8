import { useQueryClient } from '@tanstack/react-query';
import { getAccountInfo, getMember, updateProfile } from '#contract/profile.ts';
import { listAccountRecords } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { useRead } from '#web/platform/api/use-read.ts';

export function useGetMember() {
  return useRead(getMember, {});
}

/** The member's profile, with the security status of the account. */
export function useGetAccountInfo() {
  return useRead(getAccountInfo, {});
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useOwnerWrite(updateProfile, {
    onSuccess: ({ value }) => {
      client.setQueryData(readKey(getAccountInfo, {}), value);
      void invalidate(client, quoteWithdrawal, listAccountRecords);
    },
  });
}
