import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { markConversationSeen as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { moveMark } from './chat-store.ts';
import { actInChat, actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';

/** Shows the member that what they wrote was seen. */
export async function markConversationSeen(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, through }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { pool, events } = dependencies;
  const memberId = memberOf(dependencies, member);
  await requireChat(pool, memberId);
  const act = actInChat(by, 'chatSeen', memberId, { through: String(through) });
  const hasMoved = await actOnChat(
    dependencies,
    act,
    (queries) => moveMark(queries, memberId, 'seen_through', through),
    (moved) => moved,
  );
  if (hasMoved) await events.publish(memberId);
  return { seen: (await requireChat(pool, memberId)).seen };
}
