import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { markConversationSeen as operation } from '#contract/support-inbox.ts';
import { moveMark } from './chat-store.ts';
import { type InboxDependencies, memberOf, requireChat } from './inbox.ts';

/** Shows the member that what they wrote was seen. */
export async function markConversationSeen(
  dependencies: InboxDependencies,
  { member, through }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { pool, events } = dependencies;
  const memberId = memberOf(dependencies, member);
  await requireChat(pool, memberId);
  if (await moveMark(pool, memberId, 'seen_through', through)) await events.publish(memberId);
  return { seen: (await requireChat(pool, memberId)).seen };
}
