import { bug, mutantsOf } from '../mutant.ts';

/** Candles, prices and what is measured on them. */
export const coreMarket = mutantsOf('core', [
  {
    file: 'core/market/possible-candle.ts',
    tests: ['core/market/possible-candle.test.ts', 'tools/verify/impossible-candles.test.ts'],
    bugs: [
      bug('a candle may close below its own low', ' && low <= close', ''),
      bug('a candle may close above its own high', ' && high >= close', ''),
      bug('a candle may open below its own low', ' && low <= open', ''),
      bug('a candle may open above its own high', ' && high >= open', ''),
      bug('a price may be zero', 'low > 0 &&', 'low >= 0 &&'),
      bug('a volume may be below zero', 'volume >= 0 && ', ''),
      bug('a price may have no end', ' && Number.isFinite(high)', ''),
      bug('a volume may have no end', ' && Number.isFinite(volume)', ''),
    ],
  },
  {
    file: 'core/market/recording-fault.ts',
    tests: ['core/market/recording-fault.test.ts'],
    bugs: [
      bug('a candle off its minute is taken', 'openTime % candleMs !== 0', 'openTime % 1_000 !== 0'),
      bug('a recording with gaps is replayed', ' ?? gapFault(candles.openTime, candleMs)', ''),
      bug('a gap of one candle is none', '- openTime > candleMs)', '- openTime > 2 * candleMs)'),
      bug('of missing candles those of the first gap are told', 'span / candleMs + 1', '(span / candleMs + 1) / 2'),
      bug('a recorded price may be one tick', ' ?? tickFault(candles, priceDecimals)', ''),
      bug('a price of 999 ticks is taken', '< priceTicksMin);', '< priceTicksMin - 1);'),
    ],
  },
  {
    file: 'server/market/replay/recordings.ts',
    tests: ['tools/candles/own-recording.test.ts'],
    bugs: [bug('a folder with gaps that was packed before is opened', '  requireFaultless(coins, candleMs);\n', '')],
  },
  {
    file: 'tools/candles/pack.ts',
    tests: ['tools/candles/own-recording.test.ts'],
    bugs: [bug('a folder with gaps is packed', '  requireFaultless(recordings, candleMinutes * minuteMs);\n', '')],
  },
  {
    file: 'core/market/aggregate.ts',
    tests: ['core/market'],
    bugs: [
      bug(
        'the first minute of the next candle counts to this one',
        'if (openTime < this.#end) {',
        'if (openTime <= this.#end) {',
      ),
      bug(
        'a candle is closed by the minute before its last',
        'if (this.#end > through) return;',
        'if (this.#end > through + 60_000) return;',
      ),
      bug('a candle’s low is never lowered', 'if (low < this.#low) this.#low = low;', ''),
      bug(
        'a candle that began before what is known is shown as whole',
        '#emit(): void {\n    if (Number.isNaN(this.#openTime) || this.#openTime < this.#from) return;',
        '#emit(): void {\n    if (Number.isNaN(this.#openTime)) return;',
      ),
      bug('the volume of a candle is that of its last minute', 'this.#volume += volume;', 'this.#volume = volume;'),
    ],
  },
  {
    file: 'core/market/basket.ts',
    tests: ['core/market'],
    bugs: [
      bug(
        'the basket takes moments that a coin lacks',
        'closes.every((each) => each.has(at))',
        'closes.some((each) => each.has(at))',
      ),
      bug(
        'the basket is a sum and no mean',
        '(basketBase * sum(growthAt(openTime))) / coins.length',
        'basketBase * sum(growthAt(openTime))',
      ),
    ],
  },
  {
    file: 'core/market/columns.ts',
    tests: ['core/market', 'server/market/candle-series.test.ts'],
    bugs: [bug('the row at a time is the one after', '< time) low = middle + 1', '<= time) low = middle + 1')],
  },
  {
    file: 'core/market/price-path.ts',
    tests: ['core/market'],
    bugs: [
      bug(
        'the forming candle’s close may lie outside its high and low',
        'close: path[second] as number',
        'close: (path[second] as number) * 1.5',
      ),
      bug(
        'the path leaves the candle’s range',
        'return Math.max(low, Math.min(rounded, high));',
        'return rounded * 1.01;',
      ),
      bug('the forming candle trades all its volume at once', '(candle.volume * second) / pathSteps', 'candle.volume'),
      bug('the path does not end at the close', 'path[pathSteps] = close;', 'path[pathSteps] = open;'),
    ],
  },
  {
    file: 'core/market/recording-codec.ts',
    tests: ['core/market'],
    bugs: [
      bug('a gap of a recording is closed', 'minute += gaps.get(row) ?? 0;', ''),
      bug(
        'a largest value that is a power of 256 is packed a byte too narrow',
        'while (value >= 256 ** width) width++',
        'while (value > 256 ** width) width++',
      ),
      bug(
        'bytes after a recording are ignored',
        "if (!reader.finished) throw new RangeError('bytes left over after the recording');",
        '',
      ),
      bug('a recording whose times stand still is packed', 'if (step < 1) throw', 'if (step < 0) throw'),
    ],
  },
  {
    file: 'core/market/replay-order.ts',
    tests: ['tools/verify/vectors.test.ts'],
    bugs: [
      bug(
        'the days that do not repeat are rounded',
        'Math.floor((recordedDays * 2) / 3)',
        'Math.round((recordedDays * 2) / 3)',
      ),
      bug(
        'the days that do not repeat are rounded up',
        'Math.floor((recordedDays * 2) / 3)',
        'Math.ceil((recordedDays * 2) / 3)',
      ),
    ],
  },
  {
    file: 'server/market/candle-series.ts',
    tests: ['tools/verify/vectors.test.ts'],
    bugs: [
      bug('a candle that opened a whole window before is kept', '>= since) return', '>= since - 1) return'),
      bug('the oldest candle of the window is evicted', '- this.#windowMs + 1;', '- this.#windowMs + 300_001;'),
    ],
  },
  {
    file: 'core/market/replay.ts',
    tests: ['core/market'],
    bugs: [
      bug(
        'a rebased price may be 0',
        'Math.max(1 / ticksPerUnit(decimals), roundToTick(price * factor, decimals))',
        'roundToTick(price * factor, decimals)',
      ),
      bug(
        'a price of a day with factor 2 stays as recorded',
        'if (factor === 1) return price;',
        'if (factor === 2) return price;',
      ),
      bug(
        'a seam at the end of a span is in it',
        'return seam < to ? seam : null;',
        'return seam <= to ? seam : null;',
      ),
      bug('each day plays on the first', 'return start + day * dayMs - (recordedDays', 'return start - (recordedDays'),
      bug(
        'a day is rebased to the day before alone',
        '(before.factor * last.close) / next.open',
        'last.close / next.open',
      ),
    ],
  },
  {
    file: 'core/market/statistics.ts',
    tests: ['core/market'],
    bugs: [
      bug('a day has 24 hours and a minute', 'now - dayMs + 1)', 'now - dayMs - 60_000)'),
      bug(
        'the forming candle’s turnover is left out',
        'if (forming !== null) value +=',
        'if (forming === undefined) value +=',
      ),
      bug('the change is a ratio and no percentage', '(last / opensWith - 1) * 100', 'last / opensWith - 1'),
    ],
  },
  {
    file: 'core/market/coin-icon.ts',
    tests: ['core/market/coin-icon.test.ts'],
    bugs: [
      bug('any element may stand in an icon', 'if (!elements.has(name)) return', 'if (false) return'),
      bug('an icon may have any attribute', 'if (!attributes.has(name)) return', 'if (false) return'),
      bug('an icon may refer to other addresses', 'const ownAddress = /^url\\(#[', 'const ownAddress = /^url\\([:/.#'),
      bug('a tilde is no ASCII', 'byte > 0x7e', 'byte >= 0x7e'),
      bug('a control character may stand in an icon', 'byte > 0x7e', 'byte > 0x7f'),
      bug('an icon may be of any size', 'bytes.length > coinIconBytesMax', 'false'),
    ],
  },
]);
