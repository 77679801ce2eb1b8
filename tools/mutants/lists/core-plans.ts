import { bug, mutantsOf } from '../mutant.ts';

/** Plans, their results and the proof of them. */
export const corePlans = mutantsOf('core', [
  {
    file: 'core/plans/candle-hash.ts',
    tests: ['core/plans'],
    bugs: [
      bug(
        'the hash leaves the volume out',
        'const columns = [openTime, open, high, low, close, volume];',
        'const columns = [openTime, open, high, low, close];',
      ),
      bug('the hash depends on the machine’s byte order', 'value, true);', 'value, false);'),
    ],
  },
  {
    file: 'core/plans/distribution.ts',
    tests: ['core/plans/distribution.test.ts', 'core/plans/every-start.test.ts'],
    bugs: [
      bug('29 samples are enough', 'export const samplesMin = 30;', 'export const samplesMin = 29;'),
      bug(
        'flat plans count as lost',
        'countUntil(sorted, (value) => value >= 0)',
        'countUntil(sorted, (value) => value > 0)',
      ),
      bug('holding is measured over one candle more', 'close[first + terms.rounds - 1]', 'close[first + terms.rounds]'),
      bug('the mean is the median', '    mean: sum(every.results) / samples,\n', '    mean: percentile(sorted, 50),\n'),
      bug(
        'a percentile is one place too high',
        'Math.max(1, Math.ceil((percent * sorted.length) / 100))',
        'Math.min(sorted.length, 1 + Math.ceil((percent * sorted.length) / 100))',
      ),
      bug(
        'the last possible start is left out',
        '- terms.rounds + 1;\n  return Math.max(starts, 0);',
        '- terms.rounds;\n  return Math.max(starts, 0);',
      ),
      bug(
        'a profit at its maximum is in no bin',
        'Math.min(histogramBins - 1, Math.floor((result + maximumLoss) * binsPerRatio))',
        'Math.floor((result + maximumLoss) * binsPerRatio)',
      ),
      bug(
        'the least number of starts has no mean',
        'if (samples < samplesMin) return null;\n  const every = runEveryStart(terms, history, directions);\n  return {',
        'if (samples <= samplesMin) return null;\n  const every = runEveryStart(terms, history, directions);\n  return {',
      ),
    ],
  },
  {
    file: 'core/plans/engine.ts',
    tests: ['core/plans/engine.test.ts', 'core/plans/verify.test.ts', 'core/plans/every-start.test.ts'],
    bugs: [
      bug('a loss of exactly the maximum goes on', 'worst <= -terms.maximumLoss', 'worst < -terms.maximumLoss'),
      bug('a profit of exactly the maximum goes on', 'best >= terms.maximumProfit', 'best > terms.maximumProfit'),
      bug(
        'a candle that reaches both bounds counts as won',
        "worst <= -terms.maximumLoss ? 'maximumLoss' : best >= terms.maximumProfit ? 'maximumProfit' : null",
        "best >= terms.maximumProfit ? 'maximumProfit' : worst <= -terms.maximumLoss ? 'maximumLoss' : null",
      ),
      bug(
        'a position that goes on pays the fee anew',
        'direction !== 0 && direction !== position ?',
        'direction !== 0 ?',
      ),
      bug('a short position gains as prices rise', 'leverage * (1 - price / open)', 'leverage * (price / open - 1)'),
      bug('a position pays one side of its fee', 'return 2 * terms.leverage', 'return terms.leverage'),
      bug(
        'a gap beyond the maximum is the member’s',
        "atOpen < bound && end === 'maximumLoss' ? bound - atOpen : 0",
        '0 * atOpen',
      ),
      bug('a plan runs one round more', 'rounds.length < terms.rounds; row++', 'rounds.length <= terms.rounds; row++'),
    ],
  },
  {
    file: 'core/plans/every-start.ts',
    tests: ['core/plans/every-start.test.ts'],
    bugs: [
      bug(
        'a start within a held position pays no entry',
        'let running = 0 - (moves[at + 3] as number);',
        'let running = 0;',
      ),
      bug('the rounds run miss the one that ended the plan', 'running = floor;\n        at += 4;', 'running = floor;'),
    ],
  },
  {
    file: 'core/plans/level-rules.ts',
    tests: ['core/plans/levels.test.ts'],
    bugs: [
      bug(
        'levels may leave a gap of weight',
        'level.weightMin !== before.weightMax + 1',
        'level.weightMin < before.weightMax + 1',
      ),
      bug('a maximum loss below the entry fee is published', 'entry < terms.maximumLoss,', 'entry <= 1,'),
      bug(
        'two levels may share an id',
        "if (new Set(levels.map(({ id }) => id)).size !== levels.length) problems.push('two levels share an id');",
        '',
      ),
      bug('the highest number that a level may have is refused', 'value <= most;', 'value < most;'),
      bug('a level may not lose the whole amount', 'value > 0 && value <= 1;', 'value > 0 && value < 1;'),
      bug('the highest exact amount is refused', 'level.amountMax <= amountLimit', 'level.amountMax < amountLimit'),
      bug('a level may have an engine that there is not', "    [terms.engine === 1, 'there is no such engine'],\n", ''),
      bug('a level may promise no profit', 'terms.maximumProfit > 0 &&', 'terms.maximumProfit >= 0 &&'),
      bug('a level may promise a profit without end', ' && Number.isFinite(terms.maximumProfit)', ''),
      bug('a level without a fee is refused', 'terms.feeRate >= 0 &&', 'terms.feeRate > 0 &&'),
      bug('a higher level may unlock less leverage', 'level.leverageMax < before.leverageMax', 'level.leverageMax < 0'),
      bug(
        'a higher level must unlock more leverage',
        'level.leverageMax < before.leverageMax',
        'level.leverageMax <= before.leverageMax',
      ),
      bug(
        'a level of a single amount is refused',
        'level.amountMin <= level.amountMax',
        'level.amountMin < level.amountMax',
      ),
    ],
  },
  {
    file: 'core/plans/levels.ts',
    tests: ['core/plans/levels.test.ts'],
    bugs: [
      bug('a level set counts a moment late', 'effectiveFrom <= timeMs', 'effectiveFrom < timeMs'),
      bug('the weight of a level is not enough for it', 'weight < level.weightMin', 'weight <= level.weightMin'),
      bug(
        'the least amount of a level does not open it',
        'available < level.amountMin',
        'available <= level.amountMin',
      ),
      bug('leverage is unlocked a point late', 'weightMin <= weight', 'weightMin < weight'),
    ],
  },
  {
    file: 'core/plans/settlement.ts',
    tests: ['core/plans/settlement.test.ts'],
    bugs: [
      bug('a lost plan returns its whole amount', 'add(amount, negate(loss))', 'amount'),
      bug('a shortfall of the smallest unit is not made up', 'if (shortfall > 0n)', 'if (shortfall > 1n)'),
      bug('a profit of the smallest unit is not paid', 'if (income > 0n)', 'if (income > 1n)'),
      bug('a loss of the smallest unit is not taken', 'if (loss > 0n)', 'if (loss > 1n)'),
      bug('the smallest unit that a loss leaves is not returned', 'if (returned > 0n)', 'if (returned > 1n)'),
      bug('the shortfall is not made up', 'if (shortfall > 0n) postings.push', 'if (shortfall < 0n) postings.push'),
      bug(
        'income comes from the sponsor',
        'postings.push({ from: market, to: available, amount: income })',
        "postings.push({ from: houseAccount('sponsor', memberId), to: available, amount: income })",
      ),
    ],
  },
  {
    file: 'core/plans/strategies/reversion-1.ts',
    tests: ['core/plans/strategies', 'tools/verify/vectors.test.ts'],
    bugs: [
      bug(
        'the reversion trades at its least distance above',
        'distance <= mean * leastDistance',
        'distance < mean * leastDistance',
      ),
      bug(
        'the reversion trades at its least distance below',
        'distance >= -mean * leastDistance',
        'distance > -mean * leastDistance',
      ),
      bug(
        'the reversion looks at the candle it trades',
        'close[index - 1] as number) - mean',
        'close[index] as number) - mean',
      ),
      bug('the reversion follows the trend', 'distance > 0 ? -1 : 1', 'distance > 0 ? 1 : -1'),
    ],
  },
  {
    file: 'core/plans/strategies/trend-1.ts',
    tests: ['core/plans/strategies'],
    bugs: [
      bug(
        'the trend enters at the edge of its band',
        'fast > slow * (1 + neutralBand)',
        'fast >= slow * (1 + neutralBand)',
      ),
      bug('the trend has no neutral band below', 'slow * (1 - neutralBand)', 'slow'),
    ],
  },
  {
    file: 'core/plans/verify.ts',
    tests: ['core/plans/verify.test.ts'],
    bugs: [
      bug(
        'verify takes a proof in which one candle stands twice',
        'time > (openTime[row - 1] ?? time)',
        'time >= (openTime[row - 1] ?? time)',
      ),
      bug('verify takes a candle that no market makes', ' && isPossibleCandle(candleAt(candles, row))', ''),
      bug('verify takes a candle between two intervals', ' && time % stepMs === 0', ''),
      bug(
        'verify does not look at the shortfall',
        "compare('shortfall', claimed.shortfall, isVoid || !outcome ? noUsdt : shortfallOf(amount, outcome));",
        '',
      ),
      bug('verify takes another number of rounds', "compare('rounds', claimed.results.length, rounds.length);", ''),
      bug(
        'verify takes candles after the end',
        "if (outcome) compare('candles', candles.openTime.length, strategies[terms.strategy].lookback + rounds.length);",
        '',
      ),
    ],
  },
]);
