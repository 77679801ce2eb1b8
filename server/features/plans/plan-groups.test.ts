import { expect, test } from 'vitest';
import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import { joinColumns, rowAtOrAfter } from '#core/market/columns.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { historyOf, runGroup } from './plan-groups.ts';

test('after a downtime the look-back of a plan is read from before a gap as long as itself', async () => {
  const [level] = levelsAt(0);
  if (!level) throw new Error('there is a level');
  const terms = termsOf(level, 1);
  const { lookback } = strategies[terms.strategy];
  const whole = walk({ seed: 3, candles: 4 * lookback, swing: 0.004 });
  const startsAt = whole.openTime[3 * lookback] ?? 0;
  const stored = joinColumns([sliceColumns(whole, 0, 2 * lookback), sliceColumns(whole, 3 * lookback, 4 * lookback)]);
  const market = {
    // Memory begins after the start of the plan.
    closed: () => sliceColumns(whole, 3 * lookback + 5, 4 * lookback),
    async closedBetween(_coin: string, _interval: string, from: number, count: number): Promise<CandleColumns> {
      const first = rowAtOrAfter(stored.openTime, from);
      return sliceColumns(stored, first, first + count);
    },
  };
  const start = { coin: 'ETH', startsAt, terms };
  const run = runGroup(start, await historyOf(start, market));
  expect(run).toEqual(runGroup(start, stored));
  expect(run?.outcome.rounds[0]?.candle.openTime).toBe(startsAt);
});
