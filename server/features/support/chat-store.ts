import type * as z from 'zod/mini';
import type { ReplyTimes } from '#contract/support.ts';
import type { ChatRatings } from '#contract/support-inbox.ts';
import { type chatConversation, chatUnreadMax } from '#contract/support-schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Queries } from './message-store.ts';

export type Conversation = z.output<typeof chatConversation>;

export interface ChatState {
  readonly newest: number;
  readonly read: number;
  readonly seen: number;
  readonly answered: number;
  readonly waitingSince: number | null;
  readonly assigned: string | null;
  /** The newest one. */
  readonly conversation: Conversation;
}

export interface ConversationRow {
  readonly number: number;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly stars: number | null;
}

export const conversationOf = ({ number, opened_at, closed_at, stars }: ConversationRow): Conversation => ({
  number,
  openedAt: opened_at.getTime(),
  closedAt: closed_at?.getTime() ?? null,
  stars,
});

interface ChatRow extends ConversationRow {
  readonly newest: number;
  readonly read_through: number;
  readonly seen_through: number;
  readonly answered_through: number;
  readonly waiting_since: Date | null;
  readonly assigned_to: string | null;
}

/** The state of a member's chat; null where nothing was ever written. */
export async function readChat(queries: Queries, memberId: bigint): Promise<ChatState | null> {
  const { rows } = await queries.query<ChatRow>({
    name: 'state of a chat',
    text: `select newest, read_through, seen_through, answered_through, waiting_since, assigned_to,
        number, opened_at, closed_at, stars
      from support_chat as chat
      join support_conversation as own on own.member_id = chat.member_id and own.number = chat.conversation
      where chat.member_id = $1`,
    values: [memberId],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    newest: row.newest,
    read: row.read_through,
    seen: row.seen_through,
    answered: row.answered_through,
    waitingSince: row.waiting_since?.getTime() ?? null,
    assigned: row.assigned_to,
    conversation: conversationOf(row),
  };
}

/** Messages that were not written by the member and that the member has not read, counted up to `chatUnreadMax`. */
export async function countUnread(queries: Queries, memberId: bigint): Promise<number> {
  const { rows } = await queries.query<{ unread: number }>({
    name: 'unread messages of a chat',
    text: `select count(*)::int as unread from (
        select from support_chat as chat
        join support_message as message on message.member_id = chat.member_id and position > read_through
        where chat.member_id = $1 and author <> 'member' limit $2) as unread`,
    values: [memberId, chatUnreadMax],
  });
  return rows[0]?.unread ?? 0;
}

/** Moves a mark of the chat forward, never back; returns whether it moved. Throws `messageUnknown` for a position to come. */
export async function moveMark(
  queries: Queries,
  memberId: bigint,
  mark: 'read_through' | 'seen_through',
  through: number,
): Promise<boolean> {
  const { rows } = await queries.query<{ moved: boolean; exists: boolean }>({
    name: `move ${mark}`,
    text: `with moved as (
        update support_chat set ${mark} = $2 where member_id = $1 and ${mark} < $2 and newest >= $2 returning 1
      )
      select exists (select from moved) as moved,
        exists (select from support_chat where member_id = $1 and newest >= $2) as exists`,
    values: [memberId, through],
  });
  if (!rows[0]?.exists) throw new Refusal('messageUnknown');
  return rows[0].moved;
}

/** A conversation of a member. Throws `conversationUnknown`. */
export async function readConversationRow(queries: Queries, memberId: bigint, number: number): Promise<Conversation> {
  const { rows } = await queries.query<ConversationRow>({
    name: 'conversation of a member',
    text: `select number, opened_at, closed_at, stars from support_conversation where member_id = $1 and number = $2`,
    values: [memberId, number],
  });
  const [row] = rows;
  if (!row) throw new Refusal('conversationUnknown');
  return conversationOf(row);
}

/** The conversations that these messages of a member belong to. */
export async function conversationsOf(
  queries: Queries,
  memberId: bigint,
  messages: readonly { readonly conversation: number }[],
): Promise<Conversation[]> {
  const { rows } = await queries.query<ConversationRow>({
    name: 'conversations of a page',
    text: 'select number, opened_at, closed_at, stars from support_conversation where member_id = $1 and number = any($2)',
    values: [memberId, [...new Set(messages.map(({ conversation }) => conversation))]],
  });
  return rows.map(conversationOf);
}

/** Rates a closed conversation that has no rating; returns whether it did. */
export async function insertRating(
  queries: Queries,
  memberId: bigint,
  number: number,
  stars: number,
): Promise<boolean> {
  const { rowCount } = await queries.query({
    name: 'rate a conversation',
    text: `update support_conversation set stars = $3
      where member_id = $1 and number = $2 and closed_at is not null and stars is null`,
    values: [memberId, number, stars],
  });
  return rowCount === 1;
}

/** Conversations that ended within the last 30 days, and their ratings. */
export async function countRatings(queries: Queries): Promise<ChatRatings> {
  const { rows } = await queries.query<{ stars: number | null; count: number }>({
    name: 'ratings of conversations',
    text: `select stars, count(*)::int as count from support_conversation
      where closed_at > now() - interval '30 days' group by stars`,
  });
  return {
    ended: rows.reduce((sum, { count }) => sum + count, 0),
    stars: [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.count ?? 0),
  };
}

/** Reply times of the last 30 days, and how many members wait. */
export async function measureReplies(queries: Queries): Promise<ReplyTimes> {
  const { rows } = await queries.query<ReplyTimes>({
    name: 'reply times',
    text: `select count(*)::int as count,
        percentile_cont(0.5) within group (order by seconds)::float8 as "medianSeconds",
        percentile_cont(0.95) within group (order by seconds)::float8 as "percentile95Seconds",
        (select count(*)::int from support_conversation
          where waited_since is not null and closed_at > now() - interval '30 days') as unanswered,
        (select count(*)::int from support_chat where waiting_since is not null) as waiting
      from (
        select extract(epoch from answered_at - asked_at) as seconds
        from support_reply where answered_at > now() - interval '30 days'
      ) as measured`,
  });
  const [measured] = rows;
  if (!measured) throw new Error('reply times have one row');
  return measured;
}
