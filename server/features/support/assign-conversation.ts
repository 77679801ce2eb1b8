import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { assignConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';

/** Takes a conversation on, also from another operator, or gives it back to the queue. */
export async function assignConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, on }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const assigned = on === '1' ? by.operator : null;
  const act = assigned === null ? 'chatReturned' : 'chatAssigned';
  await actOnChat(dependencies, { by, act, subject: `chat ${memberId}` }, async (queries) => {
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
