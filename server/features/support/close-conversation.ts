import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { closeConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readConversationRow } from './chat-store.ts';
import { actInChat, actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { lockChat, type Queries } from './message-store.ts';

/**
 * Ends the open conversation, if it is the one that the operator saw, with all that its member wrote. What the member writes next opens
 * another one.
 */
export async function closeConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, conversation: number, through }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const act = actInChat(by, 'chatClosed', memberId);
  const closed = await actOnChat(dependencies, act, (queries) => close(queries, memberId, { number, through }));
  await dependencies.events.publish(memberId);
  return await readConversationRow(dependencies.pool, memberId, closed);
}

/** What the operator saw: which conversation, and its newest message. */
interface Seen {
  readonly number: number | undefined;
  readonly through: number | undefined;
}

/** Locks the chat first, as a message that is sent at the same time does. Throws `conversationClosed`, `messageUnknown` or `memberWroteMeanwhile`. */
async function close(queries: Queries, memberId: bigint, seen: Seen): Promise<number> {
  await lockChat(queries, memberId);
  const { rows } = await queries.query<{ conversation: number; newest: number; waiting_since: Date | null }>({
    name: 'close a chat',
    text: `update support_chat as chat set is_open = false, waiting_since = null, assigned_to = null
      from (
        select waiting_since from support_chat where member_id = $1 and is_open and conversation = coalesce($2, conversation) for update
      ) as before
      where member_id = $1 and is_open returning conversation, newest, before.waiting_since`,
    values: [memberId, seen.number ?? null],
  });
  const [closed] = rows;
  if (!closed) throw new Refusal('conversationClosed');
  const { conversation: number, newest, waiting_since } = closed;
  // Nobody saw a message to come: what was written since would not be looked for.
  if (seen.through !== undefined && seen.through > newest) throw new Refusal('messageUnknown');
  if (seen.through !== undefined && (await hasWrittenAfter(queries, memberId, seen.through))) {
    throw new Refusal('memberWroteMeanwhile');
  }
  await queries.query({
    name: 'close a conversation',
    text: `update support_conversation set closed_at = clock_timestamp(), waited_since = $3
      where member_id = $1 and number = $2`,
    values: [memberId, number, waiting_since],
  });
  return number;
}

async function hasWrittenAfter(queries: Queries, memberId: bigint, through: number): Promise<boolean> {
  const { rows } = await queries.query({
    name: 'messages after a position',
    text: `select from support_message where member_id = $1 and position > $2 and author = 'member' limit 1`,
    values: [memberId, through],
  });
  return rows.length > 0;
}
