import type { InputOf, OutputOf } from '#contract/operation.ts';
import { permissions } from '#contract/roles.ts';
import type { assignConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actInChat, actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import type { Queries } from './message-store.ts';

/** Gives a conversation to an operator, also from another one, or back to the queue. */
export async function assignConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, to }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const assigned = to ?? null;
  const act =
    assigned === null
      ? actInChat(by, 'chatReturned', memberId)
      : actInChat(by, 'chatAssigned', memberId, { to: assigned });
  await actOnChat(dependencies, act, async (queries) => {
    if (assigned !== null) await requireOfChat(queries, assigned);
    const { rowCount } = await queries.query({
      name: 'assign a conversation',
      text: 'update support_chat set assigned_to = $2 where member_id = $1 and is_open',
      values: [memberId, assigned],
    });
    if (rowCount === 0) throw new Refusal('conversationClosed');
  });
  await dependencies.events.publish(memberId);
  return { assigned };
}

/** Who answers members, by name. */
export async function operatorsOfChat(queries: Queries): Promise<string[]> {
  const { rows } = await queries.query<{ name: string }>({
    name: 'operators of the chat',
    text: 'select name from operator where role = any($1) and ended_at is null order by name',
    values: [permissions.answerChat],
  });
  return rows.map(({ name }) => name);
}

/** Locked, so that nothing is given to one whose role ends at the same moment. Throws `operatorUnknown`. */
async function requireOfChat(queries: Queries, operator: string): Promise<void> {
  const { rows } = await queries.query({
    name: 'operator of the chat',
    text: 'select name from operator where name = $1 and role = any($2) and ended_at is null for share',
    values: [operator, permissions.answerChat],
  });
  if (rows.length === 0) throw new Refusal('operatorUnknown');
}
