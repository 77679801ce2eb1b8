import { expect, test } from 'vitest';
import { type CandleColumns, columnsOf } from '#core/market/candle.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { openPastResults } from './past-results.ts';

const opening = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

test('past results add up what the first level did over every start of every coin, anew each hour and until there is history', () => {
  const history = new Map<string, CandleColumns>();
  let now = opening;
  let measured = 0;
  const results = openPastResults({
    market: {
      coins: ['BTC', 'ETH', 'SOL'].map((symbol) => ({ symbol })) as never,
      measured: (coin) => {
        measured++;
        return history.get(coin) ?? columnsOf([]);
      },
    },
    clock: { now: () => now },
  });
  const none = { coins: 3, starts: 0, lost: 0, coinsMostlyLost: 0 };
  expect(results()).toEqual(none);

  history.set('BTC', walk({ seed: 1, candles: 600, swing: 0.004 }));
  history.set('ETH', walk({ seed: 2, candles: 500, swing: 0.004 }));
  const [first] = levelsAt(opening);
  const terms = termsOf(first ?? expect.fail('there is no level'), 1);
  const own = [...history.values()].map((one) => outcomeDistribution(terms, one) ?? expect.fail('too short'));
  const found = {
    coins: 3,
    starts: own.reduce((sum, { samples }) => sum + samples, 0),
    lost: own.reduce((sum, { samples, shareLost }) => sum + Math.round(samples * shareLost), 0),
    coinsMostlyLost: own.filter(({ shareLost }) => shareLost > 0.5).length,
  };
  expect(found.lost).toBeGreaterThan(0);
  // Nothing was known: it is measured again at once, and then not before the hour is over.
  expect(results()).toEqual(found);
  now += hourMs - 1;
  history.set('SOL', walk({ seed: 3, candles: 400, swing: 0.004 }));
  const before = measured;
  expect(results()).toEqual(found);
  expect(measured).toBe(before);
  now += 1;
  expect(results().starts).toBeGreaterThan(found.starts);
});
