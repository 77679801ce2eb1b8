import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { closeConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readConversationRow } from './chat-store.ts';
import { actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import type { Queries } from './message-store.ts';

/** Ends the open conversation. What the member writes next opens another one. */
export async function closeConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const act = { by, act: 'chatClosed', subject: `chat ${memberId}` } as const;
  const number = await actOnChat(dependencies, act, (queries) => close(queries, memberId));
  await dependencies.events.publish(memberId);
  return await readConversationRow(dependencies.pool, memberId, number);
}

/** Locks the chat first, as a message that is sent at the same time does. */
async function close(queries: Queries, memberId: bigint): Promise<number> {
  const { rows } = await queries.query<{ conversation: number }>({
    name: 'close a chat',
    text: `update support_chat set is_open = false, waiting_since = null, assigned_to = null
      where member_id = $1 and is_open returning conversation`,
    values: [memberId],
  });
  const number = rows[0]?.conversation;
  if (number === undefined) throw new Refusal('conversationClosed');
  await queries.query({
    name: 'close a conversation',
    text: 'update support_conversation set closed_at = clock_timestamp() where member_id = $1 and number = $2',
    values: [memberId, number],
  });
  return number;
}
