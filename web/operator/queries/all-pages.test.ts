import { expect, test } from 'vitest';
import { allPages, lastOfFull } from './all-pages.ts';
import { rootsBefore } from './books.ts';

const last = lastOfFull(3, (row: number) => String(row));

test('a list is read to its end, each page after the last row of the one before', async () => {
  const asked: (string | undefined)[] = [];
  const read = async (cursor: string | undefined) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0) + 1;
    return [from, from + 1, from + 2].filter((row) => row <= 7);
  };
  expect(await allPages(read, last)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(asked).toEqual([undefined, '3', '6']);
  expect(await allPages(async () => [], last)).toEqual([]);
  expect([[1, 2], [1, 2, 3], []].map(last)).toEqual([null, '3', null]);
});

test('the page of roots before a number has the next older ones, newest first, whatever the feed gives beyond', () => {
  const feed = [3, 4, 5, 6, 7].map((number) => ({ number }) as never);
  expect(rootsBefore(feed, '6').map(({ number }) => number)).toEqual([5, 4, 3]);
  expect(rootsBefore(feed, '3')).toEqual([]);
  expect(rootsBefore(feed, undefined)).toEqual(feed);
});
