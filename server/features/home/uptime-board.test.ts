import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { componentIds, getHome, uptimeCellMs, uptimeCells } from '#contract/home.ts';
import { boardFrom, type CellCount, cellOpeningAt, stateOf, uptimeBoard } from './uptime-board.ts';

const now = Date.UTC(2026, 5, 1, 12, 34, 56);
const count = (component: CellCount['component'], cellsAgo: number, up: number, degraded = 0, down = 0): CellCount => {
  return { component, opensAt: cellOpeningAt(now) - cellsAgo * uptimeCellMs, up, degraded, down };
};
const rowOf = (counts: readonly CellCount[], id: CellCount['component'] = 'api') => {
  const row = uptimeBoard(counts, new Map(), now).components.find((one) => one.id === id);
  if (!row) throw new Error(`no row of ${id}`);
  return row;
};

test('nothing measured is neither up nor down, and has no share', () => {
  const { components, from } = uptimeBoard([], new Map(), now);
  expect(components.map(({ id }) => id)).toEqual([...componentIds]);
  for (const row of components) {
    expect(row).toMatchObject({ now: 'unmeasured', checks: 0, answered: null });
    expect(row.cells).toEqual(Array(uptimeCells).fill('unmeasured'));
  }
  expect(from).toBe(Date.UTC(2026, 5, 1, 6, 30));
});

test('a cell is up without a fault, degraded by any failure or a tenth of slow checks, down by a majority of failures', () => {
  expect(stateOf(count('api', 0, 60))).toBe('up');
  expect(stateOf(count('api', 0, 55, 5))).toBe('up');
  expect(stateOf(count('api', 0, 54, 6))).toBe('degraded');
  expect(stateOf(count('api', 0, 59, 0, 1))).toBe('degraded');
  expect(stateOf(count('api', 0, 30, 0, 30))).toBe('degraded');
  expect(stateOf(count('api', 0, 29, 0, 31))).toBe('down');
  expect(stateOf(count('api', 0, 0))).toBe('unmeasured');
  expect(stateOf(count('api', 0, 0, 3))).toBe('degraded');
  expect(stateOf(undefined)).toBe('unmeasured');
});

test('the share counts measured checks alone: a gap makes it neither better nor worse', () => {
  const counts = [
    count('api', 36, 60),
    count('api', 20, 50, 7, 3),
    count('api', 0, 10, 0, 20),
    count('ledger', 5, 0, 0, 9),
  ];
  const row = rowOf(counts);
  expect(row).toMatchObject({ checks: 150, answered: 127 / 150 });
  expect(row.cells.filter((state) => state !== 'unmeasured')).toHaveLength(3);
  expect([row.cells[0], row.cells[16], row.cells[36]]).toEqual(['up', 'degraded', 'down']);
  expect(rowOf(counts, 'ledger')).toMatchObject({ checks: 9, answered: 0 });
});

test('what is older than the board is not on it', () => {
  expect(rowOf([count('api', 37, 60)])).toMatchObject({ checks: 0, answered: null });
  expect(boardFrom(now)).toBe(cellOpeningAt(now) - 36 * uptimeCellMs);
});

test('now is the newest check of this node, as long as it is new', () => {
  const check = (at: number) => uptimeBoard([], new Map([['api', { state: 'degraded', at }]]), now).components[0]?.now;
  expect(check(now - 60_000)).toBe('degraded');
  expect(check(now - 60_001)).toBe('unmeasured');
});

test('a row travels as one letter a cell', () => {
  const uptime = uptimeBoard([count('api', 2, 60), count('api', 1, 1, 9), count('api', 0, 0, 0, 4)], new Map(), now);
  const wire = z.encode(getHome.output, { platform: null, settled: [], uptime });
  expect(wire).toMatchObject({ uptime: { components: [{ cells: `${'-'.repeat(34)}udx` }, {}, {}, {}, {}, {}] } });
  expect(z.decode(getHome.output, wire).uptime).toEqual(uptime);
});
