import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { getChatTranscript as operation } from '#contract/support.ts';
import { readConversationRow } from './chat-store.ts';
import { type Queries, readConversationMessages } from './message-store.ts';

/** A part of a conversation of the member's own. */
export async function getChatTranscript(
  queries: Queries,
  memberId: bigint,
  { conversation: number, after }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const conversation = await readConversationRow(queries, memberId, number);
  return { conversation, ...(await readConversationMessages(queries, memberId, { conversation: number, after })) };
}
