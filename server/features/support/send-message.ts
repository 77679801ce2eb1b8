import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { sendMessage as operation } from '#contract/support.ts';
import type { PinKind } from '#contract/support-schemas.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ChatEvents } from './chat-events.ts';
import { insertMessage, lockChat, type NewMessage, type SentMessage, within } from './message-store.ts';

export interface SendDependencies {
  readonly pool: pg.Pool;
  readonly events: ChatEvents;
  readonly images: {
    /** In the transaction of the message. Throws `imageUnknown` or `imageUsed`. */
    give(within: Transaction<unknown>, memberId: bigint, id: string, holder: string): Promise<void>;
  };
  /** Whether the member has an object of that kind and id. */
  readonly ownsObject: (memberId: bigint, kind: PinKind, id: string) => Promise<boolean>;
  /** Ids of the help texts that fit a question, best first. */
  readonly suggestHelp: (question: string, locale: Locale) => readonly string[];
}

/** Writes a member's message. The first one of a conversation gets an automatic answer from the help texts. */
export async function sendMessage(
  dependencies: SendDependencies,
  memberId: bigint,
  { id, text, image, pin: kind, pinned }: InputOf<typeof operation>,
  locale: Locale,
): Promise<OutputOf<typeof operation>> {
  const { pool, events, ownsObject, suggestHelp } = dependencies;
  const pin = kind !== undefined && pinned !== undefined ? { kind, id: pinned } : null;
  if (pin !== null && !(await ownsObject(memberId, pin.kind, pin.id))) throw new Refusal('pinUnknown');
  const sending = { author: 'member', id, text, pin } as const;
  const { message, isNew, isFirst } =
    image === undefined
      ? await insertMessage(pool, memberId, sending)
      : await insertWithImage(dependencies, memberId, { ...sending, image });
  if (isFirst) await answerAutomatically(pool, memberId, message.conversation, suggestHelp(message.text, locale));
  if (isNew || isFirst) await events.publish(memberId);
  return message;
}

/** Writes a message together with its claim on the image: one that is refused leaves the image to another. */
function insertWithImage(
  { pool, images }: Pick<SendDependencies, 'pool' | 'images'>,
  memberId: bigint,
  sending: NewMessage & { readonly image: string },
): Promise<SentMessage> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return tables.transaction().execute(async (transaction) => {
    const queries = within(transaction);
    await lockChat(queries, memberId);
    // Before the message, which names it.
    await images.give(transaction, memberId, sending.image, `chat:${sending.id}`);
    return await insertMessage(queries, memberId, sending);
  });
}

/** Once per conversation, whichever node or repeated call comes first: the conversation's number is in its id. */
async function answerAutomatically(
  pool: pg.Pool,
  memberId: bigint,
  conversation: number,
  articles: readonly string[],
): Promise<void> {
  const automatic = { author: 'automatic', id: `automatic ${conversation}`, articles, conversation } as const;
  await insertMessage(pool, memberId, automatic).catch((error: unknown) => {
    // Closed or full meanwhile: the member's own message was sent all the same.
    if (!(error instanceof Refusal)) throw error;
  });
}
