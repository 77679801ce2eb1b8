import { bug, mutantsOf } from '../mutant.ts';

const without = (name: string, before: string, after: string) =>
  bug(name, `${before}].join(' ')`, `${after}].join(' ')`);

/**
 * Each part of what plans of one group have in common, left out of its key. Not the interval: the newest candle, of another time in
 * every interval, stands for it.
 */
export const planGroups = mutantsOf('plans', [
  {
    file: 'server/features/plans/plan-groups.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      without('plans of two fee rates share a group', 'maximumLoss, feeRate', 'maximumLoss'),
      without('plans of two largest losses share a group', 'maximumLoss, feeRate', 'feeRate'),
      without(
        'plans of two largest profits share a group',
        'maximumProfit, maximumLoss, feeRate',
        'maximumLoss, feeRate',
      ),
      without(
        'plans of as many rounds as they like share a group',
        'rounds, leverage, maximumProfit, maximumLoss, feeRate',
        'leverage, maximumProfit, maximumLoss, feeRate',
      ),
      bug('plans of two strategies share a group', '[coin, startsAt, engine, strategy,', '[coin, startsAt, engine,'),
      bug('plans of two coins share a group', '[coin, startsAt, engine', '[startsAt, engine'),
      bug('plans of two starts share a group', '[coin, startsAt, engine', '[coin, engine'),
      bug(
        'a plan is bound to the candles of the one before it',
        '`${keyOf(start)} ${closed.openTime.at(-1)} ',
        '`${keyOf(start)} ',
      ),
    ],
  },
  {
    file: 'server/features/plans/quote-cache.ts',
    tests: ['server/features/plans/quote-cache.test.ts'],
    bugs: [
      without('quotes of two fee rates are one', 'maximumLoss, feeRate', 'maximumLoss'),
      without('quotes of two largest losses are one', 'maximumLoss, feeRate', 'feeRate'),
      without('quotes of two largest profits are one', 'maximumProfit, maximumLoss, feeRate', 'maximumLoss, feeRate'),
      without(
        'quotes of any number of rounds are one',
        'rounds, leverage, maximumProfit, maximumLoss, feeRate',
        'leverage, maximumProfit, maximumLoss, feeRate',
      ),
      bug('directions of two strategies are one', '`${coin} ${strategy} ${interval}`', '`${coin} ${interval}`'),
    ],
  },
  {
    file: 'server/features/plans/get-plan.ts',
    tests: ['server/features/plans/bound-market.test.ts'],
    bugs: [
      bug(
        'the chart of a plan shows the seams of another recording',
        'const isKnown = marketDifferences(group, market).length === 0;',
        'const isKnown = true;',
      ),
      bug(
        'the chart of a plan shows no seams',
        'const isKnown = marketDifferences(group, market).length === 0;',
        'const isKnown = false;',
      ),
    ],
  },
  {
    file: 'server/features/plans/get-plan-proof.ts',
    tests: ['server/test/plan-reveal.test.ts'],
    bugs: [
      bug('the days of another coin decide what a proof reveals', 'symbol === group.coin', 'symbol !== group.coin'),
      bug(
        'a plan of a coin that has gone has no proof',
        'market.coins.some(({ symbol }) => symbol === group.coin) ?',
        'market.coins.length > 0 ?',
      ),
    ],
  },
  {
    file: 'server/features/rounds/get-round-orders.ts',
    tests: ['server/test/bad-input.test.ts'],
    bugs: [bug('a round that never was is said to run', '  requireRound(dependencies, round, clock.now());\n', '')],
  },
]);
