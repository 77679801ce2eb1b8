import { CompiledQuery, type Transaction } from 'kysely';
import type pg from 'pg';
import {
  type ChatMessage,
  chatMessagesOfDayMax,
  chatPageSize,
  chatSearchedMax,
  transcriptPartSize,
} from '#contract/support-schemas.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { readPage } from '#server/platform/read-page.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Runs statements: the pool, or a transaction. */
export interface Queries {
  query<Row extends pg.QueryResultRow>(statement: {
    readonly name: string;
    readonly text: string;
    readonly values?: unknown[];
  }): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
}

/** The statements of a transaction that other parts write in as well. */
export function within(transaction: Transaction<unknown>): Queries {
  return {
    async query<Row extends pg.QueryResultRow>({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows, numAffectedRows } = await transaction.executeQuery<Row>(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? 0n) };
    },
  };
}

export interface NewMessage {
  readonly author: ChatMessage['author'];
  /** Name of the operator who writes it. */
  readonly operator?: string;
  readonly id: string;
  readonly text?: string | undefined;
  readonly image?: string | undefined;
  readonly pin?: ChatMessage['pin'];
  readonly articles?: readonly string[];
  /** Of an operator's: position of the newest message that it saw. */
  readonly seen?: number;
  /** Of an automatic one: it is written in no other conversation. */
  readonly conversation?: number;
}

export interface SentMessage {
  readonly message: ChatMessage;
  /** Whether it was not there before. */
  readonly isNew: boolean;
  /** Whether its conversation has no other message. */
  readonly isFirst: boolean;
}

interface OutcomeRow {
  readonly outcome: 'sent' | 'kept' | 'reused' | 'closed' | 'unknown' | 'full';
  readonly place: number;
  readonly in_conversation: number;
  readonly at: Date;
  readonly free_at: Date;
  readonly is_first: boolean;
}

/** Appends a message to a member's chat; one that was sent before under its id is returned as it was kept. */
export async function insertMessage(queries: Queries, memberId: bigint, sending: NewMessage): Promise<SentMessage> {
  const { author, operator = null, id, text = '', image = null, pin = null, articles = [], seen = null } = sending;
  const written = [author, operator, id, text, image, pin?.kind, pin?.id, articles];
  const values = [memberId, ...written, chatMessagesOfDayMax, seen];
  const { conversation } = sending;
  const { rows } = await queries.query<OutcomeRow>(
    conversation === undefined
      ? {
          name: 'send support message',
          text: 'select * from send_support_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
          values,
        }
      : {
          name: 'send support message in a conversation',
          text: `with chat as materialized (
              select member_id from support_chat where member_id = $1 and is_open and conversation = $12 for update
            )
            select sent.* from chat, send_support_message(chat.member_id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as sent`,
          values: [...values, conversation],
        },
  );
  const [row] = rows;
  if (row === undefined && conversation !== undefined) throw new Refusal('conversationClosed');
  switch (row?.outcome) {
    case 'sent':
    case 'kept':
      return {
        isNew: row.outcome === 'sent',
        isFirst: row.is_first,
        message: {
          position: row.place,
          id,
          conversation: row.in_conversation,
          author,
          text,
          image,
          pin,
          articles: [...articles],
          at: row.at.getTime(),
        },
      };
    case 'reused':
      throw new Refusal('messageIdReused');
    case 'closed':
      throw new Refusal('conversationClosed');
    case 'unknown':
      throw new Refusal('messageUnknown');
    case 'full':
      throw new Refusal('chatMessagesOfDay', { until: { at: row.free_at.getTime() } });
    default:
      throw new Error('a message had no outcome');
  }
}

/** Locks a member's chat, if there is one, before anything else that a message is written with: in the order of the account's deletion. */
export async function lockChat(queries: Queries, memberId: bigint): Promise<void> {
  await queries.query({
    name: 'lock a chat',
    text: 'select from support_chat where member_id = $1 for update',
    values: [memberId],
  });
}

export type MessageRow = Dated<ChatMessage, 'at'>;

export const messageColumns = `position, message_id as id, conversation, author, text, image_id as image,
  case when num_nulls(pin_kind, pin_id) = 0 then json_build_object('kind', pin_kind, 'id', pin_id) end as pin, articles, sent_at as at`;

export function messageOf(row: MessageRow): ChatMessage {
  const { position, id, conversation, author, text, image, pin, articles, at } = row;
  return inMs({ position, id, conversation, author, text, image, pin, articles, at });
}

export interface MessagePage {
  readonly messages: ChatMessage[];
  /** Position of the last one, to read on from; null after the last page. */
  readonly next: number | null;
}

/**
 * A page of a chat before a position, newest first. With `search`, those whose text contains it in any letter case among the `chatSearchedMax`
 * messages before the position, and `next` is the position of the following page, so that a request's cost has a bound: comparing takes a millisecond
 * for a few messages of full length.
 */
export async function readMessages(
  queries: Queries,
  memberId: bigint,
  before: number | undefined,
  search = '',
): Promise<MessagePage> {
  const searchedFrom = search === '' ? 1 : (await endOfChat(queries, memberId, before)) - chatSearchedMax;
  const { rows, edge } = await readPage(chatPageSize, async (limit) => {
    const read = await queries.query<MessageRow>({
      name: 'page of a chat',
      text: `select ${messageColumns} from support_message
        where member_id = $1 and position < $2 and position >= $5
          and ($3 = '' or strpos(lower(normalize(text, nfkc)), lower(normalize($3, nfkc))) > 0)
        order by position desc limit $4`,
      values: [memberId, before ?? 2 ** 31 - 1, search, limit, searchedFrom],
    });
    return read.rows;
  });
  const messages = rows.map(messageOf);
  if (edge) return { messages, next: edge.position };
  return { messages, next: searchedFrom > 1 ? searchedFrom : null };
}

/** The position behind the newest message before `before`. */
async function endOfChat(queries: Queries, memberId: bigint, before = 2 ** 31 - 1): Promise<number> {
  const { rows } = await queries.query<{ newest: number }>({
    name: 'newest message of a chat',
    text: 'select newest from support_chat where member_id = $1',
    values: [memberId],
  });
  return Math.min(before, (rows[0]?.newest ?? 0) + 1);
}

/** A part of a conversation after a position, oldest first. */
export async function readConversationMessages(
  queries: Queries,
  memberId: bigint,
  { conversation, after = 0 }: { readonly conversation: number; readonly after?: number | undefined },
): Promise<MessagePage> {
  const { rows, edge } = await readPage(transcriptPartSize, async (limit) => {
    const read = await queries.query<MessageRow>({
      name: 'messages of a conversation',
      text: `select ${messageColumns} from support_message
        where member_id = $1 and conversation = $2 and position > $3 order by position limit $4`,
      values: [memberId, conversation, after, limit],
    });
    return read.rows;
  });
  return { messages: rows.map(messageOf), next: edge?.position ?? null };
}

/** One message of a chat. Throws `messageUnknown`. */
export async function readMessage(queries: Queries, memberId: bigint, position: number): Promise<ChatMessage> {
  const { rows } = await queries.query<MessageRow>({
    name: 'message of a chat',
    text: `select ${messageColumns} from support_message where member_id = $1 and position = $2`,
    values: [memberId, position],
  });
  const [row] = rows;
  if (!row) throw new Refusal('messageUnknown');
  return messageOf(row);
}
