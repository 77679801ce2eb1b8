import { changeLoginPassword, listSessions, listSignIns, revokeSession } from '#contract/identity.ts';
import {
  addPasskey,
  cancelRecovery,
  confirmAuthenticator,
  getRecovery,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/identity-factors.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { listSecurityActs } from '#contract/security.ts';
import { getWallet } from '#contract/wallet.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useOwnerWrite } from '#web/platform/api/use-owner-write.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { singleUse, useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { msToWallMoment } from '#web/platform/next-day.ts';

/** Invalidated by a new password or a change of devices. */
const ofDevices = [getAccountInfo, getWallet, listSessions, listSecurityActs, quoteWithdrawal];
const ofFactors = [getSecondFactors, getAccountInfo, listSessions, listSecurityActs];
const ofRecovery = [getRecovery, listSecurityActs];

export const useChangeLoginPassword = () => useWrite(changeLoginPassword, { onSuccess: useInvalidate(...ofDevices) });

export const useListSessions = () => useRead(listSessions, {});

export const useRevokeSession = () => useOwnerWrite(revokeSession, { onSettled: useInvalidate(...ofDevices) });

export const useListSignIns = () => usePages(listSignIns, {});

/** The member's second factors. */
export const useGetSecondFactors = () => useRead(getSecondFactors, {});

/** A secret created for one open form: never refetched, and dropped with it. */
export const useStartAuthenticator = () => useRead(startAuthenticator, {}, singleUse);

export const useConfirmAuthenticator = () => useWrite(confirmAuthenticator, { onSuccess: useInvalidate(...ofFactors) });

export const useRemoveAuthenticator = () => useWrite(removeAuthenticator, { onSuccess: useInvalidate(...ofFactors) });

export const useRenewBackupCodes = () => useWrite(renewBackupCodes, { onSuccess: useInvalidate(...ofFactors) });

export const useStartPasskey = () => useWrite(startPasskey);

export const useAddPasskey = () => useWrite(addPasskey, { onSuccess: useInvalidate(...ofFactors) });

export const useRemovePasskey = () => useOwnerWrite(removePasskey, { onSettled: useInvalidate(...ofFactors) });

/** The pending recovery, and until when its freeze holds. */
export function useGetRecovery() {
  return useRead(
    getRecovery,
    {},
    { refetchInterval: ({ state: { data } }) => !!data?.freezeHoldsUntil && msToWallMoment(data.freezeHoldsUntil) },
  );
}

export const useCancelRecovery = () => useWrite(cancelRecovery, { onSettled: useInvalidate(...ofRecovery) });
