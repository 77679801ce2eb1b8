import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { answerConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { actInChat, actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { insertMessage } from './message-store.ts';

/** Answers a member. The answer and its row of the log are one transaction. */
export async function answerConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, id, text, through }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const act = actInChat(by, 'chatAnswered', memberId, { message: id });
  const { message } = await actOnChat(
    dependencies,
    act,
    (queries) =>
      insertMessage(queries, memberId, { author: 'operator', operator: by.operator, id, text, seen: through }),
    ({ isNew }) => isNew,
  );
  await dependencies.events.publish(memberId);
  return message;
}
