import type { UseQueryResult } from '@tanstack/react-query';
import {
  checksPerPage,
  fundingsPerPage,
  getBooks,
  getTrialBalance,
  listFundings,
  listTrialBalanceChecks,
  proposeFunding,
} from '#contract/books.ts';
import type { OutputOf } from '#contract/operation.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { listBalanceRoots, newestRoots, rootsPerPage } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { allPages, lastOfFull } from './all-pages.ts';
import { refreshMs } from './refresh.ts';

export const useGetBooks = () => useRead(getBooks, {}, { refetchInterval: refreshMs });

/** The server looks every minute. */
const trialBalanceRefreshMs = 60_000;

export const useGetTrialBalance = () => useRead(getTrialBalance, {}, { refetchInterval: trialBalanceRefreshMs });

const checksInput = (isUnsound: boolean) => (isUnsound ? ({ unsound: '1' } as const) : {});
const afterCheck = lastOfFull(checksPerPage, ({ at }: { readonly at: number }) => String(at));

export const useListTrialBalanceChecks = (isUnsound: boolean) =>
  usePages(listTrialBalanceChecks, checksInput(isUnsound), { cursorOf: afterCheck, refetchInterval: refreshMs });

export const readAllChecks = (isUnsound: boolean) =>
  allPages(
    (before) => call(listTrialBalanceChecks, { ...checksInput(isUnsound), ...(before !== undefined && { before }) }),
    afterCheck,
  );

type BalanceRoot = OutputOf<typeof listBalanceRoots>[number];

/** The roots before that number, newest first; the newest of all without it. */
export function useListBalanceRoots(before: string | undefined): UseQueryResult<BalanceRoot[]> {
  const input = before === undefined ? {} : { after: Math.max(0, Number(before) - 1 - newestRoots) };
  return useRead(listBalanceRoots, input, { select: (rows) => rootsBefore(rows, before), refetchInterval: refreshMs });
}

/** The feed runs from the oldest on where it begins at a number, and on past the page that is wanted. */
export function rootsBefore(rows: readonly BalanceRoot[], before: string | undefined): BalanceRoot[] {
  if (before === undefined) return [...rows];
  return rows.filter(({ number }) => number < Number(before)).reverse();
}

/** The whole feed of published roots, oldest first. */
export const readAllRoots = () =>
  allPages(
    (after) => call(listBalanceRoots, { after: Number(after ?? 0) }),
    lastOfFull(rootsPerPage, ({ number }) => String(number)),
  );

export const useListFundings = (before: string | undefined) =>
  useRead(listFundings, { before }, { refetchInterval: refreshMs });

export const readAllFundings = () =>
  allPages(
    (before) => call(listFundings, { before }),
    lastOfFull(fundingsPerPage, ({ id }) => id),
  );

export const useProposeFunding = () => useMoneyCall(proposeFunding, useInvalidate(listFundings, listApprovals));
