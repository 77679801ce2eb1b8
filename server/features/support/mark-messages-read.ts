import type pg from 'pg';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { markMessagesRead as operation } from '#contract/support.ts';
import type { ChatEvents } from './chat-events.ts';
import { countUnread, moveMark } from './chat-store.ts';

/** The operators and the member's other pages are shown what was read. */
export async function markMessagesRead(
  { pool, events }: { readonly pool: pg.Pool; readonly events: ChatEvents },
  memberId: bigint,
  { through }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  if (await moveMark(pool, memberId, 'read_through', through)) await events.publish(memberId);
  return { unread: await countUnread(pool, memberId) };
}
