import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { bindBankCard, getBankCard, keepBankCard } from '#contract/bank-card.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listSecurityActs } from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { msToWallMoment } from '#web/platform/next-day.ts';

/** The bound card and its replacement; read again when that takes its place. */
export function useGetBankCard() {
  return useRead(
    getBankCard,
    {},
    { refetchInterval: ({ state: { data } }) => !!data?.replacement && msToWallMoment(data.replacement.activeFrom) },
  );
}

/** Whether the member has a withdrawal password, which the form then requires. */
export const useHasWithdrawalPassword = () =>
  useRead(getWallet, {}, { select: ({ hasWithdrawalPassword }) => hasWithdrawalPassword });

export function useBindBankCard() {
  const client = useQueryClient();
  return useOwnerWrite(bindBankCard, { onSuccess: ({ value }) => take(client, value) });
}

export function useKeepBankCard() {
  const client = useQueryClient();
  return useWrite(keepBankCard, { onSuccess: ({ value }) => take(client, value) });
}

function take(client: QueryClient, cards: OutputOf<typeof getBankCard>): void {
  client.setQueryData(readKey(getBankCard, {}), cards);
  void invalidate(client, getWallet, getAccountInfo, quoteWithdrawal, listSecurityActs);
}
