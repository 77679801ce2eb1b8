import type { Transaction } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { sendChatImage as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { actInChat, actOnChat, type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { insertMessage, lockChat } from './message-store.ts';

/** What an operator's image becomes: drawn afresh, and kept as the member's. */
export interface SentImages<Picture = unknown> {
  redraw(bytes: Buffer): Promise<Picture>;
  keepSent(within: Transaction<unknown>, memberId: bigint, messageId: string, picture: Picture): Promise<string>;
}

export interface SendChatImageDependencies extends InboxDependencies {
  readonly sentImages: SentImages;
}

/** Sends a member an image: message, image and the row of the log are one transaction. Sent again under the same id it is the same message. */
export async function sendChatImage(
  dependencies: SendChatImageDependencies,
  by: ActingOperator,
  { member, id, through }: InputOf<typeof operation>,
  bytes: Buffer,
): Promise<OutputOf<typeof operation>> {
  const memberId = memberOf(dependencies, member);
  await requireChat(dependencies.pool, memberId);
  const { redraw, keepSent } = dependencies.sentImages;
  const picture = await redraw(bytes);
  const act = actInChat(by, 'chatAnswered', memberId, { message: id });
  const { message } = await actOnChat(
    dependencies,
    act,
    async (queries, transaction) => {
      await lockChat(queries, memberId);
      const image = await keepSent(transaction, memberId, id, picture);
      return await insertMessage(queries, memberId, {
        author: 'operator',
        operator: by.operator,
        id,
        image,
        seen: through,
      });
    },
    ({ isNew }) => isNew,
  );
  await dependencies.events.publish(memberId);
  return message;
}
