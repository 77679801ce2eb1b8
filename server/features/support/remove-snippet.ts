import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { removeSnippet as operation } from '#contract/support-inbox.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actOnChat, type InboxDependencies } from './inbox.ts';
import { listSnippets } from './list-snippets.ts';

export async function removeSnippet(
  dependencies: InboxDependencies,
  by: ActingOperator,
  { id }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const act = { by, act: 'snippetRemoved', subject: `snippet ${id}`, memberId: null } as const;
  return await actOnChat(dependencies, act, async (queries) => {
    const { rowCount } = await queries.query({
      name: 'remove a snippet',
      text: 'delete from support_snippet where id = $1',
      values: [id],
    });
    if (rowCount === 0) throw new Refusal('snippetUnknown');
    return await listSnippets(queries);
  });
}
