import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getBooks, listFundings } from '#contract/books.ts';
import { getGiving, listDisbursements } from '#contract/donations.ts';
import { listEndedRecoveries, listOpenRecoveries, listPasswordRequests } from '#contract/identity-operators.ts';
import { viewMember } from '#contract/members.ts';
import type { Operation } from '#contract/operation.ts';
import { operatorHeartbeat, operatorStreamPath, type operatorSubjects } from '#contract/operator-events.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { getOperatorLogState, listOperatorActs } from '#contract/operators-log.ts';
import { listOffers, listProductChanges } from '#contract/products.ts';
import { listConversations, readConversation } from '#contract/support-inbox.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { createConnection } from '#web/platform/stream/connection.ts';

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
  log: [listOperatorActs, getOperatorLogState],
};

/** What a hint makes stale. An unknown one, of another version, makes all of it. */
export function staleReads(data: string): readonly Operation[] {
  const subject = /"subject":"(\w+)"/.exec(data)?.[1] ?? '';
  return subject in ofSubject ? ofSubject[subject as keyof typeof ofSubject] : Object.values(ofSubject).flat();
}

/**
 * Follows the operators' stream while the console is open: what changes is read again at once, and all of it when it opens. Returns
 * whether no hint has come for a while, so that what is shown may be old.
 */
export function useOperatorStream(): boolean {
  const client = useQueryClient();
  const [isBehind, setBehind] = useState(false);
  useEffect(() => {
    const connection = createConnection(
      {
        open: (address) => new EventSource(address),
        after(delayMs, act) {
          const timer = setTimeout(act, delayMs);
          return () => clearTimeout(timer);
        },
      },
      {
        eventNames: ['changed', operatorHeartbeat],
        address: () => `/api${operatorStreamPath}`,
        onEvent(name, data) {
          if (name === 'changed') void invalidate(client, ...staleReads(data));
        },
        onState() {
          setBehind(connection.state === 'behind');
          // No hint came of what changed before: since the first reads of the page, or while the connection was lost.
          if (connection.state === 'live') void invalidate(client, ...staleReads(''));
        },
      },
    );
    connection.connectSoon();
    return () => connection.disconnect();
  }, [client]);
  return isBehind;
}
