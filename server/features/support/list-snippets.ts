import type { OutputOf } from '#contract/operation.ts';
import { type listSnippets as operation, type Snippet, snippetsMax } from '#contract/support-inbox.ts';
import type { Queries } from './message-store.ts';

export async function listSnippets(queries: Queries): Promise<OutputOf<typeof operation>> {
  const { rows } = await queries.query<Snippet>({
    name: 'snippets',
    text: 'select id, locale, title, text from support_snippet order by title, locale, id limit $1',
    values: [snippetsMax],
  });
  return rows;
}
