import type * as z from 'zod/mini';
import type { ReplyTimes } from '#contract/support.ts';
import type { ChatRatings } from '#contract/support-inbox.ts';
import { type chatConversation, chatUnreadMax } from '#contract/support-schemas.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
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

export type ConversationRow = Dated<Conversation, 'openedAt' | 'closedAt'>;

export const conversationColumns = 'number, opened_at as "openedAt", closed_at as "closedAt", stars';

export const conversationOf = ({ number, openedAt, closedAt, stars }: ConversationRow): Conversation =>
  inMs({ number, openedAt, closedAt, stars });

type ChatRow = ConversationRow & Dated<Omit<ChatState, 'conversation'>, 'waitingSince'>;

/** The state of a member's chat; null where nothing was ever written. */
export async function readChat(queries: Queries, memberId: bigint): Promise<ChatState | null> {
  const { rows } = await queries.query<ChatRow>({
    name: 'state of a chat',
    text: `select newest, read_through as read, seen_through as seen, answered_through as answered,
        waiting_since as "waitingSince", assigned_to as assigned, ${conversationColumns}
      from support_chat as chat
      join support_conversation as own on own.member_id = chat.member_id and own.number = chat.conversation
      where chat.member_id = $1`,
    values: [memberId],
  });
  if (!rows[0]) return null;
  const { number, openedAt, closedAt, stars, ...chat } = inMs(rows[0]);
  return { ...chat, conversation: { number, openedAt, closedAt, stars } };
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
    text: `select ${conversationColumns} from support_conversation where member_id = $1 and number = $2`,
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
    text: `select ${conversationColumns} from support_conversation where member_id = $1 and number = any($2)`,
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
