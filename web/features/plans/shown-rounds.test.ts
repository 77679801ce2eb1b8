import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPercent } from '#web/platform/format/number.ts';
import { shownRounds } from './shown-rounds.ts';

const printed = (ratio: number): number =>
  Number(
    formatPercent('en', ratio)
      .replace('\u2212', '-')
      .replace(/[+.\u00a0%]/g, ''),
  );

const running = fc.array(
  fc.double({ min: -1, max: 2, noNaN: true }).map((value) => ({ running: value })),
  {
    minLength: 1,
    maxLength: 24,
  },
);

test('the printed rounds add up to the printed total, and neither is more than a unit beside the exact one', () => {
  fc.assert(
    fc.property(running, (rounds) => {
      const { results, total } = shownRounds(rounds);
      expect(results.map(printed).reduce((sum, one) => sum + one, 0)).toBe(printed(total));
      expect(Math.abs(total - (rounds.at(-1)?.running ?? 0))).toBeLessThanOrEqual(0.000_050_1);
      for (const [place, shown] of results.entries()) {
        const exact = (rounds[place]?.running ?? 0) - (rounds[place - 1]?.running ?? 0);
        expect(Math.abs(shown - exact)).toBeLessThanOrEqual(0.000_100_1);
      }
    }),
  );
});

test('each rounded by itself, twelve rounds of a third of a unit come to nothing', () => {
  const rounds = Array.from({ length: 12 }, (_, place) => ({ running: ((place + 1) * 0.0001) / 3 }));
  expect(rounds.map(() => printed(0.0001 / 3)).reduce((sum, one) => sum + one, 0)).toBe(0);
  expect(printed(shownRounds(rounds).total)).toBe(4);
});
