import { hash } from 'node:crypto';
import type { OutputOf } from '#contract/operation.ts';
import { type listSnippets as operation, type Snippet, snippetsMax } from '#contract/support-inbox.ts';
import type { Queries } from './message-store.ts';

/** A snippet as it is kept. */
export type StoredSnippet = Omit<Snippet, 'hash'>;

export const hashOfSnippet = ({ locale, title, text }: StoredSnippet): string =>
  hash('sha256', JSON.stringify([locale, title, text]));

export async function listSnippets(queries: Queries): Promise<OutputOf<typeof operation>> {
  const { rows } = await queries.query<StoredSnippet>({
    name: 'snippets',
    text: 'select id, locale, title, text from support_snippet order by title, locale, id limit $1',
    values: [snippetsMax],
  });
  return rows.map((row) => ({ ...row, hash: hashOfSnippet(row) }));
}
