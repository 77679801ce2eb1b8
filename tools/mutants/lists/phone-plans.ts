import { bug, mutantsOf } from '../mutant.ts';

const planTests = ['core/plans/verify.test.ts', 'web/features/plans/plan-proof.test.ts'];
const replayTests = ['core/plans/replay-reveal.test.ts', ...planTests];

/** Every check of a phone that verifies a plan, taken out; those that other lists take out are not repeated. */
export const phonePlans = mutantsOf('phone', [
  {
    file: 'core/plans/verify.ts',
    tests: planTests,
    bugs: [
      bug(
        'verify does not compare the hash of the candles',
        "compare('candlesHash', bundle.candlesHash, candlesHash(candles));",
        '',
      ),
      bug('verify does not look at what the plan was bound to', '  compareBinding(bundle, compare);\n', ''),
      bug('verify does not look at the reveal', '    compare(`reveal.${field}`, claim, computed, place);\n', ''),
      bug(
        "verify does not compare the rounds' results",
        "compare('result', claimed.results[round], result, round);",
        'void [round, result];',
      ),
      bug(
        'verify does not compare how the plan ended',
        "compare('end', claimed.end, isVoid && !outcome?.end ? 'void' : (outcome?.end ?? null));",
        '',
      ),
      bug(
        'verify does not compare the income',
        "compare('income', claimed.income, isVoid || !outcome ? noUsdt : incomeOf(amount, outcome));",
        '',
      ),
      bug('verify takes another lookback', "compare('lookback', lookback, looked);", ''),
      bug(
        'verify takes rounds before the start',
        '(first !== looked && !isGone) || startsAt % step !== 0',
        'startsAt % step !== 0',
      ),
      bug(
        'verify takes a start between two candles',
        '(first !== looked && !isGone) || startsAt % step !== 0',
        'first !== looked && !isGone',
      ),
      bug('verify does not hash the binding', "compare('marketHash', marketHash, bindingHash(market));", ''),
      bug('verify takes the binding of another coin', "compare('marketCoin', market.coin, coin);", ''),
      bug(
        'verify takes the binding of another interval',
        "compare('marketInterval', market.interval, terms.interval);",
        '',
      ),
      bug(
        'verify takes another day of the replay',
        "compare('marketDay', market.market.day,",
        "void ('marketDay', market.market.day,",
      ),
      bug(
        'verify takes a lookback that was known after the start',
        'through < startsAt && through % step === 0',
        'through % step === 0',
      ),
      bug(
        'verify takes a lookback between two candles',
        'through < startsAt && through % step === 0',
        'through < startsAt',
      ),
      bug(
        'verify takes a lookback of fewer rows',
        "compare('lookbackRows', rows, looked + 1 - (startsAt - through) / step);",
        '',
      ),
      bug(
        'verify takes other candles before the start',
        "if (!isGone) compare('lookbackHash', hash, lookbackHashIn(candles, market.lookback));",
        '',
      ),
      bug('verify runs an engine that it does not know', 'terms.engine !== 1 || ', ''),
      bug('verify runs a strategy that it does not know', ' || !Object.hasOwn(strategies, terms.strategy)', ''),
      bug('verify runs terms that no plan can have', 'if (!areSoundTerms(terms) || ', 'if ('),
      bug('verify takes an amount of nothing', 'amount <= 0n || ', ''),
    ],
  },
  {
    file: 'core/plans/replay-reveal.ts',
    tests: replayTests,
    bugs: [
      bug(
        'an exchange may have a reveal',
        "if (bound.source !== 'replay') return fault('state', reveal?.state ?? '-', '-');",
        "if (bound.source !== 'replay') return [];",
      ),
      bug(
        'a replay may have no reveal',
        "if (reveal === null) return fault('state', '-', 'revealed');",
        'if (reveal === null) return [];',
      ),
      bug(
        'a day may be hidden until any time',
        "if (reveal.state === 'hidden') return fault('until', reveal.until, endOf(bound, last));",
        "if (reveal.state === 'hidden') return [];",
      ),
      bug(
        'the revealed coins need not be those of the recording',
        "    ...fault('coins', recordingHash(coins), bound.recording),\n",
        '',
      ),
      bug(
        'the revealed days need not be those of the coin',
        "    ...fault('days', recordedCoinHash(days), coins.find((one) => one.coin === coin)?.hash),\n",
        '',
      ),
      bug(
        'a recording may have another number of days',
        "    ...fault('days', days.length, bound.recordedDays),\n",
        '',
      ),
      bug(
        'a key need not lead to the commitment',
        "if (computed === null) return [...faults, ...fault('key', reveal.key, `-> ${bound.commitment}`)];",
        'if (computed === null) return faults;',
      ),
      bug(
        'the days played need not be those that the key draws',
        "fault('played', playedText(played[place]), playedText(computed[place]), place)",
        "fault('played', place, place)",
      ),
      bug('a reveal of another recording passes as this one', 'one.recording === other.recording && ', ''),
      bug('a reveal of another key passes as this one', ' && one.commitment === other.commitment', ''),
      bug('a reveal of another start passes as this one', ' && one.startsAt === other.startsAt', ''),
    ],
  },
  {
    file: 'core/plans/market-binding.ts',
    tests: ['core/plans/market-binding.test.ts', ...planTests],
    bugs: [
      bug(
        'the bound candles may be any of the lookback',
        'if (candles.openTime[end - 1] !== through || end < rows) return null;',
        '',
      ),
      bug('a single candle that is known is not bound', 'if (rows < 1 ||', 'if (rows < 2 ||'),
      bug('names of a binding stand in any order', '.sort(([one], [other]) => (one < other ? -1 : 1))', ''),
      bug('a candle that may still come is bound', 'const rows = lookback - stillToClose;', 'const rows = lookback;'),
    ],
  },
  {
    file: 'core/plans/void.ts',
    tests: ['core/plans/void.test.ts', 'tools/verify/vectors.test.ts'],
    bugs: [
      bug(
        'a candle that opens at the deadline is looked at',
        'rowAtOrAfter(candles.openTime, voidFrom(plan))',
        'rowAtOrAfter(candles.openTime, voidFrom(plan) + 1)',
      ),
      bug(
        'the last candle before the deadline is not looked at',
        'rowAtOrAfter(candles.openTime, voidFrom(plan))',
        'rowAtOrAfter(candles.openTime, voidFrom(plan) - 300_000)',
      ),
      bug(
        'a plan is void a day early',
        'export const voidAfterMs = 7 * 86_400_000;',
        'export const voidAfterMs = 6 * 86_400_000;',
      ),
      bug(
        'a plan is void before its rounds could close',
        'startsAt + terms.rounds * intervalMs[terms.interval] + voidAfterMs',
        'startsAt + voidAfterMs',
      ),
    ],
  },
  {
    file: 'core/plans/verify.ts',
    tests: ['core/plans/void.test.ts'],
    bugs: [
      bug(
        'a void plan may have an income',
        'isVoid || !outcome ? noUsdt : incomeOf(amount, outcome)',
        'isVoid || !outcome ? claimed.income : incomeOf(amount, outcome)',
      ),
      bug(
        'a plan that its candles ended passes as void',
        "isVoid && !outcome?.end ? 'void' : (outcome?.end ?? null)",
        "isVoid ? 'void' : (outcome?.end ?? null)",
      ),
      bug('a plan is settled on candles after its deadline', 'if (span.last >= voidFrom(bundle))', 'if (false)'),
      bug(
        'a void plan of any replay may have no candles',
        'if (!outcome && bundle.reveal) compare(',
        'if (false) compare(',
      ),
      bug(
        'a settled plan may have no candles',
        "return claimed.end === 'void' && candles.openTime.length === 0;",
        'return candles.openTime.length === 0;',
      ),
    ],
  },
  {
    file: 'core/plans/terms.ts',
    tests: ['core/plans/verify.test.ts'],
    bugs: [
      bug('a fee rate of one is sound', 'feeRate < termsBounds.feeRateBelow', 'feeRate <= termsBounds.feeRateBelow'),
      bug('the least of a bound is outside of it', 'value >= least', 'value > least'),
      bug('the most of a bound is outside of it', 'value <= most', 'value < most'),
    ],
  },
]);
