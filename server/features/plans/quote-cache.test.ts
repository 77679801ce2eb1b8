import { expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { openQuoteCache } from './quote-cache.ts';

test('a distribution is measured again when the history loses its oldest day while a gap keeps its newest candle', () => {
  const [level] = levelsAt(0);
  if (!level) throw new Error('there is a level');
  const terms = termsOf(level, 5);
  const history = walk({ seed: 5, candles: 900, swing: 0.004 });
  const afterMidnight = sliceColumns(history, 288, 900);
  const quotes = openQuoteCache();
  const before = quotes.distribution('ETH', terms, history);
  expect(quotes.distribution('ETH', terms, history)).toBe(before);
  const after = quotes.distribution('ETH', terms, afterMidnight);
  expect(after).toEqual(outcomeDistribution(terms, afterMidnight));
  expect(after?.samples).toBe((before?.samples ?? 0) - 288);
});

test('each of the terms has quotes of its own', () => {
  const [level] = levelsAt(0);
  if (!level) throw new Error('there is a level');
  const terms = termsOf(level, 5);
  const history = walk({ seed: 5, candles: 900, swing: 0.004 });
  const quotes = openQuoteCache();
  quotes.distribution('ETH', terms, history);
  const changes = [
    ...([
      { strategy: terms.strategy === 'trend-1' ? 'reversion-1' : 'trend-1' },
      { rounds: terms.rounds + 1 },
    ] as const),
    ...[{ leverage: 6 }, { maximumProfit: 0.003 }, { maximumLoss: 0.003 }, { feeRate: 0.003 }],
  ];
  for (const change of changes) {
    const other = { ...terms, ...change };
    expect(quotes.distribution('ETH', other, history), Object.keys(change).join()).toEqual(
      outcomeDistribution(other, history),
    );
  }
});
