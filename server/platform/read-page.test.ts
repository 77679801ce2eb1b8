import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

test('a page of as many rows as there are leads nowhere, and one row more leads on from the last one shown', async () => {
  const pageOf = (count: number) =>
    readPage(3, async (limit) => Array.from({ length: count }, (_, place) => place).slice(0, limit));
  expect(await pageOf(0)).toEqual({ rows: [], edge: null });
  expect(await pageOf(2)).toEqual({ rows: [0, 1], edge: null });
  expect(await pageOf(3)).toEqual({ rows: [0, 1, 2], edge: null });
  expect(await pageOf(4)).toEqual({ rows: [0, 1, 2], edge: 2 });
  expect(await pageOf(9)).toEqual({ rows: [0, 1, 2], edge: 2 });
});
