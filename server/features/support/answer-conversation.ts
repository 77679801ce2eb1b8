import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { answerConversation as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { insertMessage } from './message-store.ts';

/** Answers a member. The answer and its row of the log are one transaction. */
export async function answerConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, id, text }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const act = { by, act: 'chatAnswered', subject: `chat ${memberId}`, detail: { message: id } } as const;
  const { message } = await actOnChat(
    dependencies,
    act,
    (queries) => insertMessage(queries, memberId, { author: 'operator', operator: by.operator, id, text }),
    ({ isNew }) => isNew,
  );
  await dependencies.events.publish(memberId);
  return message;
}
