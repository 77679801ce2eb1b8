import type pg from 'pg';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { rateConversation as operation } from '#contract/support.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ChatEvents } from './chat-events.ts';
import { insertRating, readConversationRow } from './chat-store.ts';

/** Rates a conversation once; the same rating sent again is the one that was kept. */
export async function rateConversation(
  { pool, events }: { readonly pool: pg.Pool; readonly events: ChatEvents },
  memberId: bigint,
  { conversation: number, stars }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const isNew = await insertRating(pool, memberId, number, stars);
  const conversation = await readConversationRow(pool, memberId, number);
  if (conversation.closedAt === null) throw new Refusal('conversationOpen');
  if (conversation.stars !== stars) throw new Refusal('conversationRated');
  if (isNew) await events.publish(memberId);
  return conversation;
}
