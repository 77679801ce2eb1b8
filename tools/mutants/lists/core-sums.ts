import { bug, mutantsOf } from '../mutant.ts';

/** What is recomputed from sums, reveals and fingerprints alone. */
export const coreSums = mutantsOf('core', [
  {
    file: 'core/rewards/result-hash.ts',
    tests: ['core/rewards/result-hash.test.ts'],
    bugs: [
      bug(
        'the fingerprint of a plan leaves out what its earlier rounds left',
        'const before = rounds[place - 1]?.running ?? 0;',
        'const before = 0;',
      ),
    ],
  },
  {
    file: 'core/plans/replay-reveal.ts',
    tests: ['core/plans/replay-reveal.test.ts'],
    bugs: [
      bug(
        'a reveal that lacks its last played day is sound',
        'Math.max(played.length, computed.length)',
        'Math.min(played.length, computed.length)',
      ),
      bug(
        'a reveal without the coin of the plan breaks its check',
        '(one) => one.coin === coin)?.hash',
        '(one) => one.coin === coin)!.hash',
      ),
      bug(
        'a reveal without the coin of the plan breaks the drawing of its days',
        '(one) => one.coin === coin)?.decimals ?? 0',
        '(one) => one.coin === coin)!.decimals',
      ),
      bug(
        'days of another key make no candles in place of none',
        '  if (drawn === null) return null;\n',
        '  if (drawn === null) return joinColumns([]);\n',
      ),
      bug(
        'the last candle of a day of the recording is left out',
        'to + intervalMs[interval]',
        'to - intervalMs[interval]',
      ),
    ],
  },
  {
    file: 'core/money/amount.ts',
    tests: ['core/money/amount.test.ts'],
    bugs: [
      bug(
        'a loss that is shown short is rounded away from zero',
        '(value - (value % unit)) as Amount<A>',
        '(value < 0n && value % unit !== 0n ? value - (value % unit) - unit : value - (value % unit)) as Amount<A>',
      ),
    ],
  },
  {
    file: 'core/products/offers.ts',
    tests: ['core/products/offers.test.ts'],
    bugs: [
      bug(
        'weight bands of another number of levels hold',
        'change.effectiveFrom <= timeMs && change.weightMins.length === shipped.length - 1;',
        'change.effectiveFrom <= timeMs;',
      ),
    ],
  },
  {
    file: 'core/fairness/verify-payments.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [
      bug(
        "a round's sums may pay a category without orders",
        'if (count === 0 || !wins(category, digits)) return nothing;',
        'if (count === 0) return claimed;\n  if (!wins(category, digits)) return nothing;',
      ),
      bug(
        "a void round's sums may return less than its stakes",
        '  if (digits === null) return { paid: stake, charity: noUsdt };\n  if (count',
        '  if (digits === null) return claimed;\n  if (count',
      ),
    ],
  },
  {
    file: 'core/withdrawals/names.ts',
    tests: ['core/withdrawals/rules.test.ts'],
    bugs: [bug('a name with a hyphen is another one than with a space', "/[.,'’·-]/gu", "/[.,'’·]/gu")],
  },
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/verify-round.test.ts'],
    bugs: [bug("a round's beacon may name a coin twice", '[...new Set(named)].sort()', 'named.toSorted()')],
  },
  {
    file: 'core/draws/verify.ts',
    tests: ['core/draws/draws.test.ts'],
    bugs: [
      bug('draws that differ match', 'matches: differences.length === 0', 'matches: true'),
      bug('a seed that is none breaks the check of draws', '!/^[0-9a-f]{64}$/.test(seed)', 'false'),
      bug('draws with a seed that is none match', 'matches: false', 'matches: true'),
      bug('entries are held against prizes that the table of their version does not have', 'table ?? prizes', 'prizes'),
      bug('a client seed that is none passes', "    compare(`${at}.clientSeed`, clientSeed, '16 bytes in hex');\n", ''),
      bug(
        'a client seed that is none passes where no number is claimed',
        'if (drawn === null) {\n',
        'if (drawn === null) {\n    if (number === null) return;\n',
      ),
    ],
  },
  {
    file: 'core/plans/market-binding.ts',
    tests: ['core/plans/market-binding.test.ts'],
    bugs: [
      bug(
        'a lookback whose last candle did not come is found',
        'candles.openTime[end - 1] !== through || end < rows',
        'end < rows',
      ),
      bug(
        'a lookback whose first candle did not come is found',
        'candles.openTime[end - 1] !== through || end < rows',
        'candles.openTime[end - 1] !== through',
      ),
    ],
  },
  {
    file: 'core/plans/terms.ts',
    tests: ['core/plans/verify.test.ts'],
    bugs: [
      bug(
        'a plan may have half a round, or half a leverage',
        '[rounds, leverage].every(Number.isSafeInteger) &&\n',
        '\n',
      ),
      bug('a plan may have half a leverage for whole rounds', '[rounds, leverage].every(', '[rounds, leverage].some('),
    ],
  },
  {
    file: 'core/plans/verify.ts',
    tests: ['core/plans/verify.test.ts', 'core/plans/void.test.ts'],
    bugs: [
      bug('a settlement that differs matches', 'matches: differences.length === 0', 'matches: true'),
      bug(
        'a plan may have been bound to candles of its own rounds',
        "candles.openTime[looked - 1]);\n  compare('lookbackRows'",
        "candles.openTime[looked + 1]);\n  compare('lookbackRows'",
      ),
      bug(
        'a plan without candles has days from nowhere',
        'from: candles.openTime[0] ?? startsAt',
        'from: candles.openTime[0] ?? 0',
      ),
    ],
  },
  {
    file: 'core/products/coming.ts',
    tests: ['core/products'],
    bugs: [bug('a product that is new breaks the list of what comes', 'other !== undefined && (Object', '(Object')],
  },
  {
    file: 'core/rounds/payout.ts',
    tests: ['core/rounds/payout.test.ts'],
    bugs: [bug('a stake of nothing has no payout', 'if (stake < 0n)', 'if (stake <= 0n)')],
  },
  {
    file: 'core/rounds/schedule.ts',
    tests: ['core/rounds/schedule.test.ts'],
    bugs: [bug('the first round of all is none', 'round >= 0', 'round > 0')],
  },
]);
