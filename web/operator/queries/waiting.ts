import { listApprovals } from '#contract/operators-approvals.ts';
import type { Permission } from '#contract/roles.ts';
import { listConversations } from '#contract/support-inbox.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import type { Section } from '../sections.ts';
import { refreshMs } from './refresh.ts';

/** How much waits in a section for somebody like this operator. */
export type Waiting = Readonly<Partial<Record<Section['name'], number>>>;

/** Conversations that wait for an answer, and what the operator may decide on. */
export function useWaiting(permissions: readonly Permission[]): Waiting {
  const mayAnswer = permissions.includes('answerChat');
  const chats = useRead(listConversations, { queue: 'waiting' }, { enabled: mayAnswer, refetchInterval: refreshMs });
  const approvals = useRead(listApprovals, {}, { refetchInterval: refreshMs });
  return {
    inbox: mayAnswer ? (chats.data?.waiting ?? 0) : 0,
    approvals: approvals.data?.filter(({ mayDecide }) => mayDecide).length ?? 0,
  };
}
