import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippetsMax } from '#contract/support-inbox.ts';
import { messageLengthMax } from '#contract/support-schemas.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { listSnippets } from './list-snippets.ts';
import { removeSnippet } from './remove-snippet.ts';
import { saveSnippet } from './save-snippet.ts';

let database: TestDatabase;
const ann = { operator: 'ann', role: 'support' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertOperators(database.owner, { ann: 'support' });
});
afterAll(() => database.drop());

const own = () => ({
  pool: database.pool,
  memberNumbers: memberNumbers(Buffer.alloc(32, 7)),
  events: { publish: async () => undefined },
});

/** The acts on the snippets of that title, with the text that the log keeps. */
async function logged(title: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ act: string; text: string | null }>(
    `select act, detail::json ->> 'text' as text from operator_act where detail::json ->> 'title' = $1 order by id`,
    [title],
  );
  return rows.map(({ act, text }) => `${act} ${text}`);
}

test('a snippet that is sent twice is added once, with one row of the log', async () => {
  const snippet = { locale: 'en', title: 'Twice', text: 'Good day' } as const;
  await Promise.all([1, 2, 3].map(() => saveSnippet(own(), ann, snippet)));
  await saveSnippet(own(), ann, { ...snippet, locale: 'thai' });
  const ids = (await saveSnippet(own(), ann, snippet)).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect(await logged('Twice')).toEqual(['snippetSaved Good day', 'snippetSaved Good day']);
  for (const id of ids) await removeSnippet(own(), ann, { id });
});

test('snippets are added, changed and removed, each with its row of the log', async () => {
  const added = await saveSnippet(own(), ann, { locale: 'en', title: 'Greeting', text: 'Good day' });
  const id = added[0]?.id ?? '';
  await saveSnippet(own(), ann, { id, locale: 'en', title: 'Greeting', text: 'Hello' });
  expect((await listSnippets(database.pool)).map(({ text }) => text)).toEqual(['Hello']);
  expect(await removeSnippet(own(), ann, { id })).toEqual([]);
  await expect(removeSnippet(own(), ann, { id })).rejects.toMatchObject({ code: 'snippetUnknown' });
  const gone = saveSnippet(own(), ann, { id, locale: 'en', title: 'Greeting', text: 'Hello' });
  await expect(gone).rejects.toMatchObject({ code: 'snippetUnknown' });
  const quoted = '"'.repeat(messageLengthMax);
  const [longest] = await saveSnippet(own(), ann, { locale: 'en', title: 'Quotes', text: quoted });
  expect(longest?.text).toBe(quoted);
  await removeSnippet(own(), ann, { id: longest?.id ?? '' });
  const { rows } = await database.pool.query(`select act from operator_act where subject = $1 order by id`, [
    `snippet ${id}`,
  ]);
  expect(rows.map(({ act }) => act)).toEqual(['snippetSaved', 'snippetSaved', 'snippetRemoved']);
});

test('a snippet that a colleague has changed since it was seen is not written over; the same change sent twice is one', async () => {
  const added = await saveSnippet(own(), ann, { locale: 'en', title: 'Shared', text: 'Good day' });
  const { id = '', hash: seen = '' } = added.find(({ title }) => title === 'Shared') ?? {};
  const save = (text: string) => saveSnippet(own(), ann, { id, hash: seen, locale: 'en', title: 'Shared', text });
  const both = await Promise.allSettled([save('Hello'), save('Welcome')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'snippetChanged' } });
  const [kept] = (await listSnippets(database.pool)).filter((one) => one.id === id);
  await save(kept?.text ?? '');
  expect(await logged('Shared')).toEqual(['snippetSaved Good day', `snippetSaved ${kept?.text}`]);
  await saveSnippet(own(), ann, { id, hash: kept?.hash, locale: 'en', title: 'Shared', text: 'Read again' });
  expect((await listSnippets(database.pool)).map(({ text }) => text)).toContain('Read again');
  await removeSnippet(own(), ann, { id });
});

test('one more snippet than there may be is refused, and of two at once one; those that are there can be changed', async () => {
  const add = (text: string) => saveSnippet(own(), ann, { locale: 'en', title: 'Last', text });
  await database.owner.query(
    `insert into support_snippet (id, locale, title, text)
     select lpad(place::text, 16, '0'), 'en', 'Many', 'text ' || place from generate_series(2, $1::integer) as place`,
    [snippetsMax],
  );
  const both = await Promise.allSettled([add('one'), add('other')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(add('third')).rejects.toMatchObject({ code: 'snippetsFull', values: { maximum: snippetsMax } });
  const all = await listSnippets(database.pool);
  expect(all).toHaveLength(snippetsMax);
  const last = all.find(({ title }) => title === 'Last');
  // What is there already is no further one.
  expect(await add(last?.text ?? '')).toEqual(all);
  const changed = await saveSnippet(own(), ann, { id: last?.id ?? '', locale: 'en', title: 'Last', text: 'changed' });
  expect(changed.find(({ title }) => title === 'Last')?.text).toBe('changed');
  expect(await logged('Last')).toEqual([`snippetSaved ${last?.text}`, 'snippetSaved changed']);
});
