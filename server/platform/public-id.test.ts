import { expect, test } from 'vitest';
import { leastPublicId, newPublicId } from './public-id.ts';

const at = Date.UTC(2026, 4, 1);

test('an id is 16 characters that cannot be taken for one another, and no two of a moment are the same', () => {
  // More than are drawn at once.
  const ids = Array.from({ length: 2_000 }, () => newPublicId(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[0-9A-HJKMNP-TV-Z]{16}$/.test(id))).toEqual([]);
  expect(new Set(ids.map((id) => id.slice(0, 9))).size).toBe(1);
  const drawn = ids.map((id) => id.slice(9)).join('');
  // Every character is drawn, and what was drawn does not come again.
  expect(new Set(drawn).size).toBe(32);
  expect(drawn.indexOf(drawn.slice(0, 20), 1)).toBe(-1);
});

test('ids sort by the moment they are of, and none is below the least of its moment', () => {
  const moments = [0, 1, 31, 32, 1_023, 1_024, at, at + 1, at + 1_000, 2 ** 45 - 1];
  const ids = moments.flatMap((moment) => [leastPublicId(moment), newPublicId(moment)]);
  expect(ids.toSorted()).toEqual(ids);
});

test('a moment that no id has is an error', () => {
  for (const moment of [-1, 0.5, Number.NaN, 2 ** 45]) expect(() => newPublicId(moment)).toThrow(RangeError);
});
