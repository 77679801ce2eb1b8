import type { OutputOf } from '#contract/operation.ts';
import type { getUnread as operation } from '#contract/support.ts';
import { countUnread } from './chat-store.ts';
import type { Queries } from './message-store.ts';

export async function getUnread(queries: Queries, memberId: bigint): Promise<OutputOf<typeof operation>> {
  return { unread: await countUnread(queries, memberId) };
}
