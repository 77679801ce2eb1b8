import type { OutputOf } from '#contract/operation.ts';
import type { getReplyTimes as operation } from '#contract/support.ts';
import { measureReplies } from './chat-store.ts';
import type { Queries } from './message-store.ts';

export async function getReplyTimes(queries: Queries): Promise<OutputOf<typeof operation>> {
  return await measureReplies(queries);
}
