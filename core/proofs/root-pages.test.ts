import { expect, test } from 'vitest';
import { EndlessRoots, rootPagesMax, rootsAfter } from './root-pages.ts';

const perPage = 3;
const numbered = (first: number, count = perPage) =>
  Array.from({ length: count }, (_, place) => ({ number: first + place }));

/** Reads from number 10 on; a loop without an end is stopped by the test, not by its time. */
async function read(pageAfter: (after: number) => readonly { readonly number: number }[]) {
  const asked: number[] = [];
  const fetchPage = async (after: number) => {
    asked.push(after);
    if (asked.length > 1_000) throw new Error('asked without an end');
    return pageAfter(after);
  };
  const result = await rootsAfter({ fetchPage, after: 10, perPage }).catch((error: unknown) => error);
  return { asked, result };
}

test('roots are read page by page, up to one that is not full', async () => {
  const { asked, result } = await read((after) => numbered(after + 1, after < 16 ? perPage : 1));
  expect(asked).toEqual([10, 13, 16]);
  expect(result).toEqual(numbered(11, 7));
  const whole = await read((after) => (after < 16 ? numbered(after + 1) : []));
  expect(whole.result).toEqual(numbered(11, 6));
  const longest = await read((after) => numbered(after + 1, after < 10 + (rootPagesMax - 1) * perPage ? perPage : 2));
  expect(longest.result).toHaveLength(rootPagesMax * perPage - 1);
});

test.each([
  ['the same page again', 2, 'roots up to 13 again', () => numbered(11)],
  ['the last root again', 2, 'roots up to 13 again', (after: number) => numbered(Math.max(11, after))],
  ['a page of what came before', 1, 'roots up to 10 again', () => numbered(1)],
  ['a page that is too long', 1, '4 roots on the page after 10', (after: number) => numbered(after + 1, perPage + 1)],
  ['pages without an end', rootPagesMax, 'more than 600 roots', (after: number) => numbered(after + 1)],
])('a server that sends %s is refused with the reason', async (_, requests, message, pageAfter) => {
  const { asked, result } = await read(pageAfter);
  expect(result).toBeInstanceOf(EndlessRoots);
  expect(result).toMatchObject({ message });
  expect(asked).toHaveLength(requests);
});
