import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { HelpEntry } from '#contract/content.ts';
import { groupHelp, pathOfEntry } from './help-groups.ts';

const entry = (id: string): HelpEntry => ({ kind: 'help', id, title: id, excerpt: [] });

test('every entry is in exactly one category, an unknown one in the last', () => {
  const ids = ['languages', 'how-to-verify', 'added-by-an-operator', 'constructor', 'what-is-clearlot'];
  const groups = groupHelp(ids.map(entry));
  expect(groups.flatMap(({ entries }) => entries.map(({ id }) => id)).sort()).toEqual([...ids].sort());
  expect(groups.at(-1)).toMatchObject({ category: 'more' });
  expect(groups.at(-1)?.entries.map(({ id }) => id)).toEqual(['added-by-an-operator', 'constructor']);
});

test('every help text that ships has a category of its own', async () => {
  const folders = await readdir(new URL('../../../server/features/content/texts/help/', import.meta.url));
  const ids = folders.map((folder) => folder.replace(/^\d+-/, ''));
  expect(ids.length).toBeGreaterThan(0);
  expect(groupHelp(ids.map(entry)).map(({ category }) => category)).not.toContain('more');
});

test('what a search finds leads to its page', () => {
  expect(pathOfEntry({ kind: 'help', id: 'levels' })).toBe('/faq?id=levels');
  expect(pathOfEntry({ kind: 'tip', id: 'verify' })).toBe('/Tips?id=verify');
  expect(pathOfEntry({ kind: 'rule', id: 'engine' })).toBe('/rule?id=engine');
  expect(pathOfEntry({ kind: 'document', id: 'risk' })).toBe('/auth?id=risk');
  expect(pathOfEntry({ kind: 'notice', id: '01JD3ZX0000000AB' })).toBe('/Notifications?id=01JD3ZX0000000AB');
});
