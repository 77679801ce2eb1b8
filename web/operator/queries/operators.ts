import { listEndedRecoveries, listOpenRecoveries } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import {
  changeOperatorRole,
  createOperator,
  endOperator,
  endOperatorSessions,
  getOperatorSession,
  listOperatorSessions,
  listOperators,
  renewOperatorLink,
  revokeOperatorSession,
} from '#contract/operators.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import { getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import {
  enrolOperatorAuthenticator,
  enrolOperatorPasskey,
  signInOperator,
  signInOperatorWithPasskey,
  signOutOperator,
  startOperatorAuthenticator,
  startOperatorEnrolment,
  startOperatorSignIn,
} from '#contract/operators-sign-in.ts';
import type { Permission } from '#contract/roles.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { refreshMs } from './refresh.ts';

const ofOperators = [listOperators, listOperatorActs, getOperatorLogState];

export const useStartOperatorSignIn = () => useWrite(startOperatorSignIn);
export const useSignInOperatorWithPasskey = () => useWrite(signInOperatorWithPasskey);
export const useSignInOperator = () => useWrite(signInOperator);
export const useSignOutOperator = () => useWrite(signOutOperator);
export const useStartOperatorEnrolment = () => useWrite(startOperatorEnrolment);
export const useStartOperatorAuthenticator = () => useWrite(startOperatorAuthenticator);
export const useEnrolOperatorPasskey = () => useWrite(enrolOperatorPasskey);
export const useEnrolOperatorAuthenticator = () => useWrite(enrolOperatorAuthenticator);

/** The operator who is signed in. */
export const useGetOperatorSession = () => useRead(getOperatorSession, {});

/** Whether the operator's role has this permission; the server decides each call. */
export const useMay = (permission: Permission): boolean =>
  useGetOperatorSession().data?.permissions.includes(permission) ?? false;

export const useListOperatorSessions = () => useRead(listOperatorSessions, {});

export const useRevokeOperatorSession = () =>
  useWrite(revokeOperatorSession, { onSettled: useInvalidate(listOperatorSessions) });

export const useListOperators = () => useRead(listOperators, {});

export const useCreateOperator = () => useWrite(createOperator, { onSettled: useInvalidate(...ofOperators) });

export const useRenewOperatorLink = () => useWrite(renewOperatorLink, { onSettled: useInvalidate(...ofOperators) });

export function useChangeOperatorRole() {
  // It may be the own one.
  return useWrite(changeOperatorRole, { onSettled: useInvalidate(...ofOperators, getOperatorSession) });
}

export const useEndOperator = () => useWrite(endOperator, { onSettled: useInvalidate(...ofOperators) });

export const useEndOperatorSessions = () => useWrite(endOperatorSessions, { onSettled: useInvalidate(...ofOperators) });

/** A page of the log; null for a filter that nothing can match. */
export const useListOperatorActs = (input: InputOf<typeof listOperatorActs> | null) =>
  useRead(listOperatorActs, input ?? {}, { enabled: input !== null });

export const useGetOperatorLogState = () => useRead(getOperatorLogState, {});

/** What waits for a second operator. */
export const useListApprovals = () => useRead(listApprovals, {}, { refetchInterval: refreshMs });

export const useDecideApproval = () =>
  useWrite(decideApproval, {
    onSettled: useInvalidate(listApprovals, listReviewedWithdrawals, listOpenRecoveries, listEndedRecoveries),
  });
