import { bug, mutantsOf } from '../mutant.ts';

/** Edges of the rules of rounds, offers and recordings. */
export const coreMore = mutantsOf('core', [
  {
    file: 'core/rounds/follow.ts',
    tests: ['core/rounds/follow.test.ts'],
    bugs: [
      bug(
        'a follow that wins its last round is said to have been stopped by the win',
        "  if (done >= terms.rounds) return 'completed';\n  if (terms.stopOnWin && roundIncome > 0n) return 'won';\n",
        "  if (terms.stopOnWin && roundIncome > 0n) return 'won';\n  if (done >= terms.rounds) return 'completed';\n",
      ),
    ],
  },
  {
    file: 'core/rounds/categories.ts',
    tests: ['core/rounds/categories.test.ts'],
    bugs: [
      bug(
        'the digits of an outcome are read from right to left',
        'return [Math.floor(outcome / 100), Math.floor(outcome / 10) % 10, outcome % 10];',
        'return [outcome % 10, Math.floor(outcome / 10) % 10, Math.floor(outcome / 100)];',
      ),
    ],
  },
  {
    file: 'core/products/offers.ts',
    tests: ['core/products/offers.test.ts'],
    bugs: [bug('an offer with one fixed amount is refused', 'minimum > maximum ||', 'minimum >= maximum ||')],
  },
  {
    file: 'core/products/coming.ts',
    tests: ['core/products/offers.test.ts'],
    bugs: [
      bug(
        'two changes from the same moment announce each of their products twice',
        '[...new Set(later)].sort(',
        '[...later].sort(',
      ),
    ],
  },
  {
    file: 'core/rounds/schedule.ts',
    tests: ['core/rounds/schedule.test.ts'],
    bugs: [
      bug(
        'a round whose moments are beyond the whole numbers is a round',
        'Number.isSafeInteger(round * roundMs + voidMs)',
        'Number.isSafeInteger(round * roundMs)',
      ),
    ],
  },
  {
    file: 'core/market/statistics.ts',
    tests: ['core/market/statistics.test.ts'],
    bugs: [
      bug(
        'the low of a day comes from before a break of the replay',
        'if (row >= compared && bottom < low) low = bottom;',
        'if (bottom < low) low = bottom;',
      ),
      bug(
        'the day of a coin takes in the minute that opened exactly 24 hours ago',
        'now - dayMs + 1);',
        'now - dayMs);',
      ),
    ],
  },
  {
    file: 'core/market/recorded-days.ts',
    tests: ['core/market/recorded-days.test.ts'],
    bugs: [bug('the last recorded day is replayed though it is not whole', 'day + dayMs <= to;', 'day < to;')],
  },
  {
    file: 'core/market/coin-icon.ts',
    tests: ['core/market/coin-icon.test.ts'],
    bugs: [
      bug(
        'an icon of any height is taken',
        'width <= sidePixelsMax && height >= 1 && height <= sidePixelsMax',
        'width <= sidePixelsMax && height >= 1',
      ),
      bug(
        'of a picture of a coin a value may call any function',
        'calls.every((called) => functions.test(called));',
        "calls.every((called) => called !== 'url');",
      ),
    ],
  },
  {
    file: 'core/recovery/rules.ts',
    tests: ['core/recovery/rules.test.ts'],
    bugs: [
      bug(
        'the freeze after a recovery is an hour too short',
        'recoveryFreezeMs = 24 * hourMs',
        'recoveryFreezeMs = 23 * hourMs',
      ),
    ],
  },
  {
    file: 'core/cards/card-number.ts',
    tests: ['core/cards/card-number.test.ts'],
    bugs: [bug('a card number of 19 digits is refused', '{12,19}', '{12,18}')],
  },
  {
    file: 'core/market/recording-codec.ts',
    tests: ['core/market/recording-codec.test.ts'],
    bugs: [
      bug('a packed recording of any number of rows is unpacked', 'if (rows > rowsMax) throw', 'if (rows < 0) throw'),
    ],
  },
]);

/** What a list, a chart and a stream of the market show at their edges, and what is stored of an exchange. */
export const marketMore = mutantsOf('market', [
  {
    file: 'server/market/market.ts',
    tests: ['server/market/market.test.ts'],
    bugs: [
      bug('the small charts of the list run across a break of the replay', '+ 1, broken ?? 0));', '+ 1, 0));'),
      bug(
        'a coin’s icon that was replaced keeps its address, and caches show the old one',
        '[`${coin}-${icon.version}`, { coin, icon }]',
        '[coin, { coin, icon }]',
      ),
    ],
  },
  {
    file: 'server/market/market.ts',
    tests: ['server/market/exchange/exchange-source.test.ts'],
    bugs: [
      bug(
        'a price that came within the second is missing in the list',
        '`${Math.floor(clock.now() / 1000)} ${revisions}`',
        '`${Math.floor(clock.now() / 1000)}`',
      ),
      bug(
        'a member sees a coin age backwards where a price is ahead of the clock',
        'Math.max(0, clock.now() - lastPriceAt)',
        'clock.now() - lastPriceAt',
      ),
    ],
  },
  {
    file: 'server/market/market.ts',
    tests: ['server/market/replay/replay-source.test.ts'],
    bugs: [
      bug(
        'the first candle read of an older history lacks its first minutes',
        '{ from: Math.max(from, begins), through: to }',
        '{ from, through: to }',
      ),
      bug('a price of exactly 90 seconds is stale', 'ageMs > staleAfterMs ?', 'ageMs >= staleAfterMs ?'),
    ],
  },
  {
    file: 'server/market/candle-cache.ts',
    tests: ['server/market/candle-cache.test.ts'],
    bugs: [
      bug(
        'a candle whose beginning is not known is shown as forming',
        'return openTime < this.#from ? null : { ...minute, openTime };',
        'return { ...minute, openTime };',
      ),
    ],
  },
  {
    file: 'server/market/market-feed.ts',
    tests: ['server/market/market-feed.test.ts'],
    bugs: [
      bug(
        'candles that closed at once on a fast clock are not sent but for the newest',
        'const recentCandles = 64;',
        'const recentCandles = 2;',
      ),
    ],
  },
  {
    file: 'server/market/replay/recordings.ts',
    tests: ['server/market/replay/recordings.test.ts'],
    bugs: [
      bug(
        'a recording with fewer candles than its list says is played',
        'if (recording.candles.openTime.length !== entry.rows) {',
        'if (recording.candles.openTime.length > entry.rows) {',
      ),
    ],
  },
  {
    file: 'server/market/replay/replay-source.ts',
    tests: ['server/market/market.test.ts'],
    bugs: [
      bug(
        'a break at the end of a span is found in it',
        'let day = dayAt(start, to - 1); day > 0',
        'let day = dayAt(start, to); day > 0',
      ),
    ],
  },
  {
    file: 'server/market/exchange/exchange-store.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [
      bug(
        'a late response of another node sets the state of a coin back',
        'where excluded.through_ms >= known.through_ms and excluded.seen_at_ms >= known.seen_at_ms',
        'where excluded.seen_at_ms is not null',
      ),
    ],
  },
  {
    file: 'server/market/exchange/client.ts',
    tests: ['server/market/exchange/client.test.ts'],
    bugs: [
      bug(
        'the tick of an exchange that counts decimals is read as a size',
        'return mode === tickSizeMode ? decimalsNeeded(Float64Array.of(precision)) : null;',
        'return decimalsNeeded(Float64Array.of(precision));',
      ),
    ],
  },
  {
    file: 'server/market/exchange/ingest.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [
      bug(
        'a coin that leaves its exchange’s list and comes back under another name keeps the old instrument',
        '      instrument: listed.symbol,',
        '      instrument: known?.instrument ?? listed.symbol,',
      ),
    ],
  },
]);
