// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { listSnippets, removeSnippet, saveSnippet } from '#contract/support-inbox.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Snippets } from './snippets.tsx';

beforeAll(useConsoleInEnglish);

const snippets = [
  { id: '000000000000000A', locale: 'jp' as const, title: 'Hello', text: 'こんにちは', hash: 'a'.repeat(64) },
  { id: '000000000000000B', locale: 'en' as const, title: 'Bye', text: 'Good bye', hash: 'b'.repeat(64) },
];

function support() {
  const server = operatorServer('support');
  server.answer(listSnippets, snippets);
  return server;
}

test('a snippet that a colleague changed meanwhile is read before it is changed again', async () => {
  const server = support();
  const page = mountDesk(<Snippets />);
  await expect.poll(() => page.hasButton('Change')).toBe(true);
  await page.press('Change', 1);
  await page.write('Text', 'See you');
  server.refuse(saveSnippet, 'snippetChanged', 'The snippet has changed meanwhile');
  const theirs = { ...snippets[1], text: 'Farewell', hash: 'c'.repeat(64) } as (typeof snippets)[1];
  server.answer(listSnippets, [theirs]);
  await page.press('Save the snippet');
  await expect.poll(() => page.rows('Snippets').map((row) => row[2])).toEqual(['Farewell']);
  expect([page.field('Text').value, page.alerts()]).toEqual(['See you', ['The snippet has changed meanwhile']]);
  await page.press('Change');
  expect([page.field('Text').value, page.alerts()]).toEqual(['Farewell', []]);
  await page.write('Text', 'Farewell, and see you');
  server.answer(saveSnippet, [theirs]);
  await page.press('Save the snippet');
  await expect.poll(() => page.hasButton('Cancel')).toBe(false);
  expect(server.requestsTo(saveSnippet).map(({ fields }) => [fields.text, fields.hash])).toEqual([
    ['See you', 'b'.repeat(64)],
    ['Farewell, and see you', 'c'.repeat(64)],
  ]);
});

test('a snippet is added, changed, and removed after a question', async () => {
  const server = support();
  server.answer(saveSnippet, snippets);
  server.answer(removeSnippet, []);
  const page = mountDesk(<Snippets />);
  await expect
    .poll(() => page.rows('Snippets').map((row) => row.slice(0, 3)))
    .toEqual([
      ['Hello', '日本語', 'こんにちは'],
      ['Bye', 'English', 'Good bye'],
    ]);
  expect(page.button('Save the snippet').disabled).toBe(true);
  await page.write('Title', 'Wait');
  await page.user.type(page.field('Text'), 'One moment');
  await page.choose('Language', 'zh');
  const reads = server.requestsTo(listSnippets).length;
  await page.press('Save the snippet');
  await expect.poll(() => page.field('Title').value).toBe('');
  await expect.poll(() => server.requestsTo(listSnippets).length).toBeGreaterThan(reads);
  await page.press('Change', 1);
  expect([page.field('Title').value, page.field('Text').value, page.field('Language').value]).toEqual([
    ...['Bye', 'Good bye', 'en'],
  ]);
  await page.press('Cancel');
  expect(page.field('Title').value).toBe('');
  await page.press('Change', 1);
  await page.write('Text', 'See you');
  server.refuse(saveSnippet, 'snippetUnknown', 'This snippet does not exist');
  await page.press('Save the snippet');
  await expect.poll(page.alerts).toEqual(['This snippet does not exist']);
  server.answer(saveSnippet, snippets);
  await page.press('Save the snippet');
  await expect.poll(() => page.hasButton('Cancel')).toBe(false);
  expect(server.requestsTo(saveSnippet).map(({ fields }) => fields)).toEqual([
    { locale: 'zh', title: 'Wait', text: 'One moment' },
    ...Array(2).fill({ id: '000000000000000B', hash: 'b'.repeat(64), locale: 'en', title: 'Bye', text: 'See you' }),
  ]);
  await page.press('Remove', 0);
  server.answer(listSnippets, []);
  await page.confirm('Remove');
  await expect.poll(page.words).toContain('No snippets yet.');
  expect(server.requestsTo(removeSnippet).map(({ fields }) => fields)).toEqual([{ id: '000000000000000A' }]);
});
