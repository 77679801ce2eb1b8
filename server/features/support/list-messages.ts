import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { listMessages as operation } from '#contract/support.ts';
import type { Allowance, RateLimiter } from '#server/platform/http/rate-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { conversationsOf, readChat } from './chat-store.ts';
import { type Queries, readMessages } from './message-store.ts';

/** Searches of one member or operator: more than anybody types, and less than would keep the database busy. */
export const searchAllowance: Allowance = { burst: 20, perSecond: 1 };

/** A page of the member's chat, with its marks; `searches` bounds the searches of a member. */
export async function listMessages(
  queries: Queries,
  memberId: bigint,
  { before, search }: InputOf<typeof operation>,
  searches: RateLimiter | null = null,
): Promise<OutputOf<typeof operation>> {
  const sought = soughtIn(search, String(memberId), searches);
  // The marks first, so that none lies beyond the messages of the page.
  const chat = await readChat(queries, memberId);
  const page = await readMessages(queries, memberId, before, sought);
  const { conversation = null, seen = 0, answered = 0, read = 0 } = chat ?? {};
  const conversations = await conversationsOf(queries, memberId, page.messages);
  return { ...page, conversation, conversations, seen, answered, read };
}

/** What is searched for, counted for who searches. Throws `tooManyRequests`. */
export function soughtIn(search: string | undefined, who: string, searches: RateLimiter | null): string {
  const sought = search?.trim() ?? '';
  const seconds = sought === '' ? 0 : (searches?.take(who, 1) ?? 0);
  if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
  return sought;
}
