import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelsAt, leverageUnlocked } from '#core/plans/levels.ts';
import { ladderOf } from './ladder.ts';

const levels = levelsAt(Date.UTC(2026, 0, 1));

test('a new member is on the first level, on the way to activation', () => {
  const { rungs, reached, onTheWay, next } = ladderOf(levels, 25);
  expect(rungs.map(({ weightMin }) => weightMin)).toEqual([0, 100, 500, 2000, 5000, 10000]);
  expect(reached).toBe(0);
  expect(onTheWay).toBe(0.25);
  expect(next).toEqual({ level: 2, points: 475, amountMin: levels[1]?.amountMin });
});

test('a score at a rung has reached it, and above the last there is no way on', () => {
  expect(ladderOf(levels, 500)).toMatchObject({ reached: 2, onTheWay: 0, next: { level: 3, points: 1500 } });
  expect(ladderOf(levels, 12_345)).toMatchObject({ reached: 5, onTheWay: 0, next: null });
});

test('a level that is not offered is no rung, and the next one is promised instead', () => {
  const open = levels.filter(({ id }) => id !== 2);
  const { rungs, next } = ladderOf(open, 25);
  expect(rungs.map(({ weightMin }) => weightMin)).toEqual([0, 100, 2000, 5000, 10000]);
  expect(next).toMatchObject({ level: 3, points: 1975 });
});

test('the picture says of every score what the rules say', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (score) => {
      const { rungs, next } = ladderOf(levels, score);
      const highest = rungs.findLast(({ level, isReached }) => level !== null && isReached)?.level;
      expect(highest?.leverageMax).toBe(leverageUnlocked(levels, score));
      if (next) expect(leverageUnlocked(levels, score + next.points)).toBeGreaterThan(leverageUnlocked(levels, score));
    }),
  );
});
