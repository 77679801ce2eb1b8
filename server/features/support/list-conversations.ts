import { Kysely, PostgresDialect } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type InboxQueue, inboxPageSize, type listConversations as operation } from '#contract/support-inbox.ts';
import { type ActingOperator, recordOperatorLook } from '#server/platform/operators/operator-acts.ts';
import { readPage } from '#server/platform/read-page.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type ConversationRow, conversationColumns, conversationOf } from './chat-store.ts';
import type { InboxDependencies } from './inbox.ts';
import { type MessageRow, messageColumns, messageOf, type Queries } from './message-store.ts';

/** What each queue has and in which order: each is the range of an index, read from the edge of the page before. */
const queues: Readonly<Record<InboxQueue, { readonly where: string; readonly by: string; readonly after: '>' | '<' }>> =
  {
    waiting: { where: 'waiting_since is not null', by: 'waiting_since', after: '>' },
    mine: { where: 'is_open and assigned_to = $4', by: 'changed_at', after: '<' },
    open: { where: 'is_open', by: 'changed_at', after: '<' },
    closed: { where: 'not is_open', by: 'changed_at', after: '<' },
  };

type EntryRow = ConversationRow &
  MessageRow & {
    readonly memberId: bigint;
    readonly locale: string;
    readonly waitingSince: Date | null;
    readonly assigned: string | null;
    readonly unseen: number;
    /** Microseconds since 1970 of what the queue is ordered by. */
    readonly edge: bigint;
  };

/** A page of a queue of the inbox. */
export async function listConversations(
  { pool, memberNumbers }: Pick<InboxDependencies, 'pool' | 'memberNumbers'>,
  by: ActingOperator,
  { queue, before }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const looks = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await recordOperatorLook(looks, { by, act: 'listViewed', subject: 'list conversations' });
  const [edge = null, number = ''] = before?.split('.') ?? [];
  const last = edge === null ? null : memberNumbers.idOf(number);
  if (edge !== null && last === null) throw new Refusal('chatUnknown');
  const page = await readPage(inboxPageSize, (limit) => readQueue(pool, queue, [edge, last, limit, by.operator]));
  return {
    conversations: page.rows.map((row) => ({
      member: memberNumbers.numberOf(row.memberId),
      locale: storedLocale(row.locale),
      conversation: conversationOf(row),
      waitingSince: row.waitingSince?.getTime() ?? null,
      assigned: row.assigned,
      unseen: row.unseen,
      newest: messageOf(row),
    })),
    next: page.edge && `${page.edge.edge}.${memberNumbers.numberOf(page.edge.memberId)}`,
    waiting: await countWaiting(pool),
  };
}

async function readQueue(queries: Queries, queue: InboxQueue, values: unknown[]): Promise<EntryRow[]> {
  const { where, by, after } = queues[queue];
  const direction = after === '>' ? 'asc' : 'desc';
  const { rows } = await queries.query<EntryRow>({
    name: `inbox ${queue}`,
    text: `with page as (
        select member_id, waiting_since, assigned_to, changed_at, seen_through, newest, conversation as newest_conversation
        from support_chat
        where ${where} and ($4::text is not null) and ($1::bigint is null
          or (${by}, member_id) ${after} (to_timestamp(0) + $1::bigint * interval '1 microsecond', $2::bigint))
        order by ${by} ${direction}, member_id ${direction} limit $3
      )
      select page.member_id as "memberId", member.locale, waiting_since as "waitingSince", assigned_to as assigned,
        (extract(epoch from ${by}) * 1000000)::bigint as edge, ${conversationColumns}, ${messageColumns},
        (select count(*)::int from support_message as fresh
          where fresh.member_id = page.member_id and fresh.position > page.seen_through and fresh.author = 'member') as unseen
      from page
      join member on member.id = page.member_id
      join support_conversation as own on own.member_id = page.member_id and own.number = newest_conversation
      join support_message as message on message.member_id = page.member_id and message.position = newest
      order by page.${by} ${direction}, page.member_id ${direction}`,
    values,
  });
  return rows;
}

async function countWaiting(queries: Queries): Promise<number> {
  const { rows } = await queries.query<{ waiting: number }>({
    name: 'conversations that wait',
    text: 'select count(*)::int as waiting from support_chat where waiting_since is not null',
  });
  return rows[0]?.waiting ?? 0;
}
