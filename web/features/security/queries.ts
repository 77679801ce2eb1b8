import { listSessions } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import {
  changeWithdrawalPassword,
  freezeAccount,
  getWithdrawalPassword,
  keepWithdrawalPassword,
  listSecurityActs,
  resetWithdrawalPassword,
  unfreezeAccount,
} from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { msToWallMoment } from '#web/platform/next-day.ts';

const ofAccount = [getAccountInfo, getWallet, listSessions, listSecurityActs, quoteWithdrawal];
const ofWithdrawalPassword = [getWithdrawalPassword, listSecurityActs];

/** Security acts: all, or what operators did. */
export const useListSecurityActs = (by?: InputOf<typeof listSecurityActs>['by']) => usePages(listSecurityActs, { by });

export const useChangeWithdrawalPassword = () =>
  useOwnerWrite(changeWithdrawalPassword, { onSuccess: useInvalidate(...ofAccount) });

/** The pending withdrawal password; read again when it takes effect. */
export function useGetWithdrawalPassword() {
  return useRead(
    getWithdrawalPassword,
    {},
    { refetchInterval: ({ state: { data } }) => !!data?.reset && msToWallMoment(data.reset.activeFrom) },
  );
}

export const useResetWithdrawalPassword = () =>
  useWrite(resetWithdrawalPassword, { onSuccess: useInvalidate(...ofWithdrawalPassword) });

export const useKeepWithdrawalPassword = () =>
  useWrite(keepWithdrawalPassword, { onSettled: useInvalidate(...ofWithdrawalPassword) });

export function useFreezeAccount(onFrozen: (message: string) => void) {
  const refresh = useInvalidate(...ofAccount);
  return useWrite(freezeAccount, {
    onSuccess: ({ message }) => {
      refresh();
      onFrozen(message);
    },
  });
}

export const useUnfreezeAccount = () => useWrite(unfreezeAccount, { onSuccess: useInvalidate(...ofAccount) });
