import {
  closePasswordRequests,
  endMemberSessions,
  listEndedRecoveries,
  listOpenRecoveries,
  listPasswordRequests,
  proposeRecovery,
} from '#contract/identity-operators.ts';
import { listMemberActs, viewMember } from '#contract/members.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { refreshMs } from './refresh.ts';

export const useEndMemberSessions = () =>
  useWrite(endMemberSessions, { onSettled: useInvalidate(viewMember, listMemberActs) });

/** The recoveries that have not ended, one page. A decision at the command line gives the console no hint. */
export const useListOpenRecoveries = (after: string | undefined) =>
  useRead(listOpenRecoveries, { after }, { refetchInterval: refreshMs });

/** The recoveries that are over, one page. */
export const useListEndedRecoveries = (before: string | undefined) =>
  useRead(listEndedRecoveries, { before }, { refetchInterval: refreshMs });

/** Members who ask for a new login password, one page. */
export const useListPasswordRequests = (after: string | undefined) =>
  useRead(listPasswordRequests, { after }, { refetchInterval: refreshMs });

export const useProposeRecovery = () =>
  useWrite(proposeRecovery, {
    onSettled: useInvalidate(viewMember, listApprovals, listOpenRecoveries, listEndedRecoveries, listPasswordRequests),
  });

export const useClosePasswordRequests = () =>
  useWrite(closePasswordRequests, { onSettled: useInvalidate(listPasswordRequests) });
