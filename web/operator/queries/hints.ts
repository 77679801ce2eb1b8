import type { Query, QueryClient } from '@tanstack/react-query';
import { getBooks, listFundings } from '#contract/books.ts';
import { getGiving, listDisbursements } from '#contract/donations.ts';
import { listEndedRecoveries, listOpenRecoveries, listPasswordRequests } from '#contract/identity-operators.ts';
import { viewMember } from '#contract/members.ts';
import type { Operation } from '#contract/operation.ts';
import type { operatorSubjects } from '#contract/operator-events.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import { listOffers, listProductChanges } from '#contract/products.ts';
import { listConversations, readConversation } from '#contract/support-inbox.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';

type Subject = (typeof operatorSubjects)[number];

const ofSubject: Readonly<Record<Exclude<Subject, 'all'>, readonly Operation[]>> = {
  conversations: [listConversations, readConversation],
  approvals: [
    listApprovals,
    listReviewedWithdrawals,
    listFundings,
    getBooks,
    getGiving,
    listDisbursements,
    listOpenRecoveries,
    listEndedRecoveries,
    listPasswordRequests,
    listOffers,
    listProductChanges,
    // Shows whether a recovery is open, and offers one where none is.
    viewMember,
  ],
  // A changed role is an act.
  log: [listOperatorActs, getOperatorLogState, getOperatorSession],
};

const everything = new Set(Object.values(ofSubject).flatMap((reads) => reads.map(({ path }) => path)));

/** Whether the hint makes the read stale. An unknown one, of another version, makes all of them. */
export function makesStale(hint: string, [path, input]: readonly unknown[]): boolean {
  const subject = /"subject":"(\w+)"/.exec(hint)?.[1] ?? '';
  if (!(subject in ofSubject)) return everything.has(String(path));
  if (!ofSubject[subject as keyof typeof ofSubject].some((read) => read.path === path)) return false;
  // Of the chats the one that is open alone: each is read with its member's records.
  const member = /"id":"(\d+)"/.exec(hint)?.[1];
  return path !== readConversation.path || member === undefined || (input as { member?: unknown }).member === member;
}

/** Hints that come within this time cost one read of each list. */
const gatheredMs = 250;

/**
 * Reads again what hints make stale: gathered, and never by breaking off a read under way. Under hints that come faster than reads are
 * answered, nothing would ever be shown.
 */
export function gatherHints(
  client: QueryClient,
  /** Calls `act` after the delay; returns a function that cancels it. */
  after: (delayMs: number, act: () => void) => () => void,
) {
  const gathered = new Set<string>();
  let cancel: (() => void) | null = null;
  const refresh = async (): Promise<void> => {
    cancel = null;
    const hints = [...gathered];
    gathered.clear();
    const predicate = ({ queryKey }: Query): boolean => hints.some((hint) => makesStale(hint, queryKey));
    // What is being read may have been looked up before the change.
    const underWay = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
    await Promise.allSettled(underWay.map(({ promise }) => promise));
    await client.invalidateQueries({ predicate }, { cancelRefetch: false });
  };
  return {
    add(hint: string): void {
      gathered.add(hint);
      cancel ??= after(gatheredMs, () => void refresh());
    },
    stop(): void {
      cancel?.();
    },
  };
}
