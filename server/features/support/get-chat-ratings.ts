import type { OutputOf } from '#contract/operation.ts';
import type { getChatRatings as operation } from '#contract/support-inbox.ts';
import { countRatings } from './chat-store.ts';
import type { Queries } from './message-store.ts';

export async function getChatRatings(queries: Queries): Promise<OutputOf<typeof operation>> {
  return await countRatings(queries);
}
