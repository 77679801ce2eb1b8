import { Kysely, PostgresDialect } from 'kysely';
import { type Locale, storedLocale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { readConversation as operation } from '#contract/support-inbox.ts';
import type { RateLimiter } from '#server/platform/http/rate-limit.ts';
import { type ActingOperator, recordOperatorView } from '#server/platform/operators/operator-acts.ts';
import { operatorsOfChat } from './assign-conversation.ts';
import { conversationsOf } from './chat-store.ts';
import { type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { soughtIn } from './list-messages.ts';
import { readMessages } from './message-store.ts';

/** A page of a member's chat; `searches` bounds the searches of an operator. The member sees that an operator looked. */
export async function readConversation(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { member, before, search }: InputOf<typeof operation>,
  searches: RateLimiter | null = null,
): Promise<OutputOf<typeof operation>> {
  const { pool } = dependencies;
  const sought = soughtIn(search, `operator ${by.operator}`, searches);
  const memberId = memberOf(dependencies, member);
  const { conversation, assigned, waitingSince, seen, answered, read } = await requireChat(pool, memberId);
  await recordView(dependencies, by, memberId);
  const page = await readMessages(pool, memberId, before, sought);
  const locale = await localeOf(dependencies, memberId);
  const operators = await operatorsOfChat(pool);
  const conversations = await conversationsOf(pool, memberId, page.messages);
  return { ...page, conversation, conversations, assigned, operators, waitingSince, locale, seen, answered, read };
}

/** Records that an operator read a member's records. */
export async function recordView(
  { pool }: Pick<InboxDependencies, 'pool'>,
  by: ActingOperator,
  memberId: bigint,
): Promise<void> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await tables.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));
}

async function localeOf({ pool }: InboxDependencies, memberId: bigint): Promise<Locale> {
  const { rows } = await pool.query<{ locale: string }>({
    name: 'locale of a member',
    text: 'select locale from member where id = $1',
    values: [memberId],
  });
  return storedLocale(rows[0]?.locale ?? '');
}
