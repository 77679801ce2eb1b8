import { expect, test } from 'vitest';
import { placeLabel } from './chart-lines.ts';

type Before = Parameters<typeof placeLabel>[3];

const none: Before = { to: 0, row: 0 };

/** Rows of labels, each 40 wide on a pane of 300, from left to right. */
function rowsOf(...lines: readonly number[]): number[] {
  let before = none;
  return lines.map((x) => {
    before = placeLabel(x, 40, 300, before);
    return before.row;
  });
}

test('a label lies to the right of its line, or to the left where the pane ends', () => {
  expect(placeLabel(100, 40, 300, none)).toEqual({ left: 105, to: 145, row: 0 });
  expect(placeLabel(270, 40, 300, none)).toEqual({ left: 225, to: 265, row: 0 });
});

test('labels of neighbouring lines do not lie over each other', () => {
  expect(rowsOf(100, 150, 200)).toEqual([0, 0, 0]);
  expect(rowsOf(100, 120, 130, 200)).toEqual([0, 1, 2, 0]);
  expect(rowsOf(280, 285, 290)).toEqual([0, 1, 2]);
});
