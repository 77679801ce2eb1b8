import { expect, test } from 'vitest';
import { firstWeekDays, milestones, teamLevels, teamRules } from './rules.ts';

test('milestones, levels and points are those that the rule page publishes', () => {
  expect([milestones, teamLevels]).toEqual([
    ['firstResult', 'firstWeek'],
    [1, 2, 3],
  ]);
  expect(firstWeekDays).toBe(7);
  expect(teamRules).toEqual({
    version: 1,
    points: { firstResult: { 1: 100, 2: 30, 3: 10 }, firstWeek: { 1: 150, 2: 50, 3: 20 } },
  });
});
