import type { Transaction } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type saveSnippet as operation, snippetsMax } from '#contract/support-inbox.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actOnChat, type InboxDependencies } from './inbox.ts';
import { hashOfSnippet, listSnippets, type StoredSnippet } from './list-snippets.ts';
import type { Queries } from './message-store.ts';

/** Characters of the text in the log, whose details have a bound that quotes and line breaks reach sooner. */
const loggedLength = 1_500;

/** Adds a snippet, or changes one. One that is there already is not added again, nor changed: a call that is sent twice is one act. */
export async function saveSnippet(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { id: known, hash: seen, locale, title, text }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const id = known ?? newPublicId(Date.now());
  const act = {
    by,
    act: 'snippetSaved',
    subject: `snippet ${id}`,
    memberId: null,
    detail: { locale, title, text: text.slice(0, loggedLength) },
  } as const;
  const written = { id, locale, title, text };
  const { snippets } = await actOnChat(
    dependencies,
    act,
    async (queries, transaction) => {
      const isNew =
        known === undefined ? await add(queries, transaction, written) : await change(queries, written, seen);
      return { isNew, snippets: await listSnippets(queries) };
    },
    ({ isNew }) => isNew,
  );
  return snippets;
}

/** False where there is one of the same words. Throws `snippetsFull`. */
async function add(queries: Queries, transaction: Transaction<unknown>, snippet: StoredSnippet): Promise<boolean> {
  const { id, locale, title, text } = snippet;
  await lockInTransaction(transaction, 'snippets');
  const { rows } = await queries.query<{ isThere: boolean; isFull: boolean }>({
    name: 'room for a snippet',
    text: `select count(*) >= $4 as "isFull", coalesce(bool_or((locale, title, text) = ($1, $2, $3)), false) as "isThere"
      from support_snippet`,
    values: [locale, title, text, snippetsMax],
  });
  if (rows[0]?.isThere) return false;
  if (rows[0]?.isFull) throw new Refusal('snippetsFull', { maximum: snippetsMax });
  await queries.query({
    name: 'add a snippet',
    text: 'insert into support_snippet (id, locale, title, text) values ($1, $2, $3, $4)',
    values: [id, locale, title, text],
  });
  return true;
}

/** False where it is like that already. Throws `snippetUnknown`, or `snippetChanged` where it is not as it was seen. */
async function change(queries: Queries, written: StoredSnippet, seen: string | undefined): Promise<boolean> {
  const { id, locale, title, text } = written;
  const { rows } = await queries.query<StoredSnippet>({
    name: 'snippet to change',
    text: 'select id, locale, title, text from support_snippet where id = $1 for update',
    values: [id],
  });
  const [kept] = rows;
  if (!kept) throw new Refusal('snippetUnknown');
  const hash = hashOfSnippet(kept);
  if (hash === hashOfSnippet(written)) return false;
  if (seen !== undefined && seen !== hash) throw new Refusal('snippetChanged');
  await queries.query({
    name: 'change a snippet',
    text: 'update support_snippet set locale = $2, title = $3, text = $4 where id = $1',
    values: [id, locale, title, text],
  });
  return true;
}
