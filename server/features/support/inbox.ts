import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import {
  type ActingOperator,
  type RecordedAct,
  recordOperatorAct,
  requireActing,
} from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ChatEvents } from './chat-events.ts';
import { type ChatState, readChat } from './chat-store.ts';
import { type Queries, within } from './message-store.ts';

export interface InboxDependencies {
  readonly pool: pg.Pool;
  readonly events: ChatEvents;
  readonly memberNumbers: MemberNumbers;
}

/** The member of that number. Throws `chatUnknown` for a text that is no member's number. */
export function memberOf({ memberNumbers }: Pick<InboxDependencies, 'memberNumbers'>, number: string): bigint {
  const memberId = memberNumbers.idOf(number);
  if (memberId === null) throw new Refusal('chatUnknown');
  return memberId;
}

/** The state of a member's chat. Throws `chatUnknown` where nothing was ever written. */
export async function requireChat(queries: Queries, memberId: bigint): Promise<ChatState> {
  const chat = await readChat(queries, memberId);
  if (chat === null) throw new Refusal('chatUnknown');
  return chat;
}

/** An act in a member's chat; `memberId` is null for snippets. What is said there the member reads there, and no other notice of it. */
type ChatAct = Pick<RecordedAct, 'by' | 'act' | 'subject' | 'memberId' | 'detail'>;

/** What an operator does in the chat of that member. */
export const actInChat = (
  by: ActingOperator,
  act: RecordedAct['act'],
  memberId: bigint,
  detail: RecordedAct['detail'] = {},
): ChatAct => ({ by, act, subject: `chat ${memberId}`, memberId, detail });

/**
 * Changes something, and records the act in the same transaction: neither happens without the other. A repetition, of which `isNew` says that
 * it changed nothing, is no act of its own.
 */
export function actOnChat<Result>(
  { pool }: Pick<InboxDependencies, 'pool'>,
  act: ChatAct,
  change: (queries: Queries, transaction: Transaction<unknown>) => Promise<Result>,
  isNew: (result: Result) => boolean = () => true,
): Promise<Result> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return tables.transaction().execute(async (transaction) => {
    const result = await change(within(transaction), transaction);
    if (isNew(result)) await recordOperatorAct(transaction, act);
    else await requireActing(transaction, act.by);
    return result;
  });
}
