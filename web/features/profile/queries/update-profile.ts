import { useQueryClient } from '@tanstack/react-query';
import { getAccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import { listSecurityActs } from '#contract/security.ts';
import { listMovements, sumMovements } from '#contract/wallet-movements.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { markStale } from '#web/platform/api/stale-reads.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';

export function useUpdateProfile() {
  const client = useQueryClient();
  return useOwnerWrite(updateProfile, {
    onSuccess: ({ value }) => {
      const before = client.getQueryData<typeof value>(readKey(getAccountInfo, {}));
      client.setQueryData(readKey(getAccountInfo, {}), value);
      // Days are those of the profile's time zone.
      void invalidate(client, quoteWithdrawal, listMovements, sumMovements, listSecurityActs);
      // All that is counted by days is among what balances make stale. After a registration it is on the screen.
      if (before?.timezone !== value.timezone) markStale(client, 'balances');
    },
  });
}
