import { bug, mutantsOf } from '../mutant.ts';

/** Comparisons, bounds and signs of the market, the proofs and the fairness of rounds. */
export const coreBounds = mutantsOf('core', [
  {
    file: 'core/proofs/balance-tree.ts',
    tests: ['core/proofs/balance-tree-bounds.test.ts'],
    bugs: [
      bug('a sum may be twice what the database holds', '2n ** 63n - 1n', '2n ** 64n - 1n'),
      bug(
        'a proof that cannot be computed shows an inclusion',
        "isIncluded: false, faults: ['malformed']",
        "isIncluded: true, faults: ['malformed']",
      ),
      bug(
        'a path of another tree shows an inclusion',
        "isIncluded: false, faults: ['path']",
        "isIncluded: true, faults: ['path']",
      ),
      bug('a sum hides under the hash of the empty node', 'areSame(node, empty) && bytesToHex', 'bytesToHex'),
    ],
  },
  {
    file: 'core/proofs/merkle-tree.ts',
    tests: ['core/proofs/merkle-tree.test.ts'],
    bugs: [bug('levels that end in two nodes have a top', 'if (!top || second)', 'if (!top)')],
  },
  {
    file: 'core/proofs/root-feed.ts',
    tests: ['core/proofs/root-feed.test.ts'],
    bugs: [
      bug('a key that verifies anything has signed', 'zip215: false', 'zip215: true'),
      bug('the first root names another one before it', "'0'.repeat(64)", "'0'.repeat(63)"),
      bug('roots older than the one given are missed', 'roots[0]?.number ?? 1', 'roots[1]?.number ?? 1'),
    ],
  },
  {
    file: 'core/fairness/beacon.ts',
    tests: ['core/fairness/result.test.ts'],
    bugs: [
      bug('candles of five minutes are named by the minute', "interval ?? '1m'", "'1m'"),
      bug('the candle after the first one is named', 'Math.floor(closesAt / length)', 'Math.ceil(closesAt / length)'),
    ],
  },
  {
    file: 'core/fairness/day-seeds.ts',
    tests: ['core/fairness/result.test.ts'],
    bugs: [bug('the next chain is published three days before', 'publishedBefore: 30', 'publishedBefore: 3')],
  },
  {
    file: 'core/fairness/verify-payments.ts',
    tests: ['core/fairness/verify-payments.test.ts'],
    bugs: [
      bug(
        'a closing may name another number of orders',
        '    compare(`closing.orders.${category}.count`, closing.orders[category].count, count);\n',
        '',
      ),
      bug(
        'a closing may name other stakes',
        '    compare(`closing.orders.${category}.stake`, closing.orders[category].stake, stake);\n',
        '',
      ),
      bug('the list of orders makes no payment exact', 'const due = listed\n', 'const due = listed && false\n'),
      bug('the charity may have any part', ' && isWithin(claimed.charity, winning / charityParts)', ''),
    ],
  },
  {
    file: 'core/fairness/verify-round.ts',
    tests: ['core/fairness/consistent-forgeries.test.ts'],
    bugs: [
      bug(
        'a round may be drawn by a candle that no market makes',
        '      compare(`beacon.candles.${coin}`, isPossibleCandle(candle) ? possible : candleText(candle), possible);\n',
        '',
      ),
      bug('a beacon may be of another kind than announced', "  compare('beacon.kind', beacon.kind, plan.kind);\n", ''),
      bug('coins may stand in any order', '[...new Set(named)].sort()', '[...new Set(named)]'),
      bug('a coin may have any name', '.filter((coin) => /^[A-Z0-9]{2,12}$/.test(coin))', ''),
      bug('half an order is a number of orders', 'Number.isSafeInteger(count) && count >= 0', 'count >= 0'),
      bug('an order may have no stake', 'stake > noUsdt && isHash(salt)', 'stake >= noUsdt && isHash(salt)'),
      bug(
        'a malformed round matches',
        'matches: false, differences: [malformed]',
        'matches: true, differences: [malformed]',
      ),
    ],
  },
  {
    file: 'core/fairness/verify-day.ts',
    tests: ['core/fairness/consistent-forgeries.test.ts'],
    bugs: [
      bug(
        'what is wrong with a round of a day is not said',
        '      differences.push({ field: `rounds[${place}].${field}`, claimed, computed });\n',
        '',
      ),
      bug('the tip of a day need not follow from its key', "  compare('tip', tip, seeds.tip);\n", ''),
      bug(
        'a day may begin with a round of the day before',
        '    else compare(`rounds[${place}].closing.round`, dayOf(number), day);\n',
        '',
      ),
      bug('a day without a key throws', '!/^[0-9a-f]{64}$/.test(key)', 'false'),
    ],
  },
  {
    file: 'core/fairness/rejection.ts',
    tests: ['core/fairness/rejection.test.ts'],
    bugs: [bug('the last of all numbers is passed over', '4_294_967_296', '4_294_967_295')],
  },
  {
    file: 'core/market/basket.ts',
    tests: ['core/market/basket.test.ts'],
    bugs: [bug('coins that are worth nothing have shares', 'total <= 0', 'total < 0')],
  },
  {
    file: 'core/market/aggregate.ts',
    tests: ['core/market/aggregate.test.ts'],
    bugs: [
      bug(
        'a candle that begins with what is known is not shown',
        'this.#openTime < this.#from) return null',
        'this.#openTime <= this.#from) return null',
      ),
    ],
  },
  {
    file: 'core/market/candle.ts',
    tests: ['core/market/aggregate.test.ts', 'core/market/columns.test.ts'],
    bugs: [
      bug('a minute has a millisecond more', "'1m': 60_000", "'1m': 60_001"),
      bug('a slice has all highs', 'high: columns.high.subarray(from, to)', 'high: columns.high'),
      bug('a row that is not there is a candle', 'if (time === undefined)', 'if (false)'),
    ],
  },
  {
    file: 'core/market/coins.ts',
    tests: ['core/market/ticks.test.ts'],
    bugs: [bug('a coin without an icon names one', 'coinSymbols.includes(symbol) ?', 'true ?')],
  },
  {
    file: 'core/market/replay-order.ts',
    tests: ['core/market/replay-order.test.ts'],
    bugs: [
      bug(
        'an earlier key is that of a day before',
        'chainOf(hexToBytes(key), days + 1)[0]',
        'chainOf(hexToBytes(key), days + 2)[0]',
      ),
      bug('a recording of one day reveals nothing', 'recordedDays < 1', 'recordedDays <= 1'),
    ],
  },
  {
    file: 'core/market/replay.ts',
    tests: ['core/market/replay.test.ts'],
    bugs: [
      bug('the first day is a break', 'isBreak: false }', 'isBreak: true }'),
      bug('played rows end in empty ones', 'emptyColumns(end - first)', 'emptyColumns(end + first)'),
      bug('scaled days play as recorded', 'if (rebase.factor === 1) played', 'if (rebase.factor !== 1) played'),
    ],
  },
  {
    file: 'core/market/statistics.ts',
    tests: ['core/market/statistics.test.ts'],
    bugs: [
      bug('a day lacks its first millisecond', 'now - dayMs + 1', 'now - dayMs + 2'),
      bug('the first candle has no high', 'row >= compared && top', 'row > compared && top'),
    ],
  },
  {
    file: 'core/market/ticks.ts',
    tests: ['core/market/ticks.test.ts'],
    bugs: [
      bug(
        'prices are rounded down to their tick',
        'return Math.round(value * scale) / scale',
        'return Math.floor(value * scale) / scale',
      ),
      bug('prices may have thirteen decimals', 'decimalsMax = 12', 'decimalsMax = 13'),
      bug('a tick may have any decimals', 'if (scale === undefined)', 'if (false)'),
    ],
  },
  {
    file: 'core/market/recording-fault.ts',
    tests: ['core/market/recording-fault.test.ts'],
    bugs: [bug('of candles off their grid the last is named', 'openTimes.find(', 'openTimes.findLast(')],
  },
  {
    file: 'core/market/coin-icon.ts',
    tests: ['core/market/coin-icon.test.ts'],
    bugs: [
      bug(
        'an icon of the largest size is refused',
        'bytes.length > coinIconBytesMax',
        'bytes.length >= coinIconBytesMax',
      ),
    ],
  },
  {
    file: 'core/market/price-path.ts',
    tests: ['core/market/price-path.test.ts'],
    bugs: [
      bug('a rising minute visits its high first', 'const rising = close >= open;', 'const rising = close < open;'),
      bug('the price wanders the other way', '(end - start) * done + wander', '(end - start) * done - wander'),
    ],
  },
]);
