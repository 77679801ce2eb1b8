import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { milestones, type TeamLevel, teamLevels, teamRules } from '#core/invitations/rules.ts';

test('no rule knows an amount: points are whole numbers by milestone and level, smaller with each level, and nothing else is read', () => {
  expect(Object.keys(teamRules.points)).toEqual([...milestones]);
  for (const milestone of milestones) {
    const byLevel = teamLevels.map((level: TeamLevel) => teamRules.points[milestone][level]);
    expect(byLevel.every((count) => Number.isSafeInteger(count) && count > 0)).toBe(true);
    expect(byLevel).toEqual(byLevel.toSorted((one, two) => two - one));
  }
  const own = import.meta.dirname;
  const files = readdirSync(own).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const withoutComments = (file: string): string =>
    readFileSync(file, 'utf8').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '');
  const code = [...files.map((file) => join(own, file)), join(own, '../../../core/invitations/rules.ts')]
    .map(withoutComments)
    .join('\n')
    .toLowerCase();
  const words = 'deposit|stake|plan|holding|withdrawal|round_|loss|income|usdt|posting ';
  expect(code.match(new RegExp(`.*\\b(${words}).*`))?.[0]).toBeUndefined();
});
