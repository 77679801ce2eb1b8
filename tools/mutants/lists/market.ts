import { bug, mutantsOf } from '../mutant.ts';

const at = (...names: string[]): string[] => names.map((name) => `server/market/${name}.test.ts`);
const replays = at('replay/replay-source', 'market', 'replay/replay-order');
const sources = ['exchange/exchange-source', 'exchange/exchange-failures'];
const exchanges = at('exchange/ingest', 'exchange/client', ...sources, 'exchange/minutes');

/** Prices: caches, announcements, the replay and an exchange. */
export const market = mutantsOf('market', [
  {
    file: 'server/market/announcer.ts',
    tests: at('market', 'market-feed'),
    bugs: [
      bug(
        'a listener that fails stops the others',
        '      try {\n        listener(news);\n      } catch (error) {',
        '      listener(news);\n      try {\n      } catch (error) {',
      ),
      bug(
        'candles close in no order',
        'endOf(a.interval, a.openTime) - endOf(b.interval, b.openTime)',
        'endOf(b.interval, b.openTime) - endOf(a.interval, a.openTime)',
      ),
      bug('candles that closed are told again', '    this.#waiting = [];\n', ''),
      bug('a price that stands is told each second', 'if (now.lastPriceAt === this.#lastPriceAt) return;', ''),
      bug('a state that stays is told each second', 'if (now.state !== this.#lastState) this', 'this'),
      bug(
        'what closed while nothing ran is told to nobody',
        'if (newest) this.#waiting.push({ coin, interval, openTime: newest.openTime });',
        '',
      ),
      bug('a stopped market ticks on', 'if (this.#timer) clearTimeout(this.#timer);', ''),
    ],
  },
  {
    file: 'server/market/candle-cache.ts',
    tests: at('candle-cache', 'market'),
    bugs: [
      bug('the forming candle’s low is the minute’s', 'low: Math.min(begun.low, minute.low)', 'low: minute.low'),
      bug('the forming candle’s high is the minute’s', 'high: Math.max(begun.high, minute.high)', 'high: minute.high'),
      bug('the forming candle opens where the minute does', 'open: begun.open,', 'open: minute.open,'),
      bug('the forming candle closes where it had', 'close: minute.close,', 'close: begun.open,'),
      bug('the forming volume is that of the minute', 'volume: begun.volume + minute.volume', 'volume: minute.volume'),
      bug('minutes may overlap', '(minutes.openTime[0] ?? through) < this.#through || ', ''),
      bug(
        'a minute that is closed still forms',
        'forming !== null && forming.openTime >= this.#through ? forming : null',
        'forming',
      ),
      bug('a price changes no revision', 'this.#price = price;\n    this.#revision++;', 'this.#price = price;'),
      bug(
        'closing minutes are told to nobody',
        "if (this.onClosed) for (const openTime of minutes.openTime) this.onClosed('1m', openTime);",
        '',
      ),
    ],
  },
  {
    file: 'server/market/market-feed.ts',
    tests: at('market-feed').concat('server/test/member-events.test.ts'),
    bugs: [
      bug(
        'charts of another range get the candle',
        'intervalOfRange(one) === interval',
        'intervalOfRange(one) !== interval',
      ),
      bug('a page for an unknown coin is opened', '      requireCoin(market, coin);\n', ''),
      bug('a chart hears no prices', 'return [pricesTopic, chartTopic(coin, time', 'return [chartTopic(coin, time'),
      bug('a chart is welcomed without its candle', '...(candle === null ? [] : [candle])', ''),
      bug('a closed candle replaces the forming one', '`${chartTopic(coin, range)} closed`', 'chartTopic(coin, range)'),
      bug('prices are sent with their change first', '[coin, last, changePercent]', '[coin, changePercent, last]'),
    ],
  },
  {
    file: 'server/market/market.ts',
    tests: at('market', 'replay/replay-source', ...sources),
    bugs: [
      bug('a price of an hour ago is live', 'ageMs > staleAfterMs', 'ageMs > 40 * staleAfterMs'),
      bug(
        'the age of one coin is that of the newest',
        'coin === undefined ? newestPriceAt(caches) : cacheOf(coin).price.at',
        'newestPriceAt(caches)',
      ),
      bug(
        'a coin that is behind is not named',
        "state === 'stale' && lastPriceAt !== null",
        "state !== 'stale' && lastPriceAt !== null",
      ),
      bug(
        'quotes measure days that were played before',
        'measured: (coin, interval, at) => distinct(cacheOf(coin).closed(interval), at)',
        'measured: (coin, interval) => cacheOf(coin).closed(interval)',
      ),
      bug('a chart has one candle too many', 'limit - (forming === null ? 0 : 1)', 'limit'),
      bug('a forming candle is final', 'add(forming, false)', 'add(forming, true)'),
      bug(
        'a list of a second ago is shown',
        '`${Math.floor(clock.now() / 1000)} ${revisions}`',
        '`${Math.floor(clock.now() / 1000_000)}`',
      ),
      bug('the day’s high is its low', 'high: statistics.high', 'high: statistics.low'),
      bug(
        'candles of the past have a gap where the cache begins',
        'const to = Math.min(heldFrom, from + Math.min(missing, chunkCandles) * length);',
        'const to = Math.min(heldFrom - length, from + Math.min(missing, chunkCandles) * length);',
      ),
      bug('only the first part of the past is read', '    from = to;\n  }', '    from = heldFrom;\n  }'),
      bug('more candles than asked for are given', 'parts.push(sliceColumns(held, 0, missing));', 'parts.push(held);'),
      bug('any number of candles is read', 'if (!(count >= 0 && count <= countMax)) throw', 'if (!(count >= 0)) throw'),
      bug('the recording’s days end a day early', "recordedTo: last + intervalMs['1d']", 'recordedTo: last'),
    ],
  },
  {
    file: 'server/market/require-coin.ts',
    tests: ['server/features/plans/place-plan.test.ts'],
    bugs: [
      bug(
        'any coin is listed',
        'if (!market.coins.some(({ symbol }) => symbol === coin))',
        'if (market.coins.length === 0)',
      ),
    ],
  },
  {
    file: 'server/market/exchange/client.ts',
    tests: exchanges,
    bugs: [
      bug('a coin that is not traded is listed', 'market.data.active === false || ', ''),
      bug(
        'no exchange answers in time where no time is said',
        'options.timeoutMs ?? 10_000',
        'options.timeoutMs as number',
      ),
      bug('the time given to an exchange is not kept', 'options.timeoutMs ?? 10_000', '10_000'),
      bug(
        'a tick is told as so many decimals',
        'mode === tickSizeMode ? decimalsNeeded(Float64Array.of(precision)) : null',
        'precision',
      ),
      bug('a name of a file is an exchange', '/^[a-z0-9]+$/.test(id)', 'true'),
      bug(
        'the perpetual is preferred to the spot',
        '`${coin}/USDT`, `${coin}/USDT:USDT`]',
        '`${coin}/USDT:USDT`, `${coin}/USDT`]',
      ),
    ],
  },
  {
    file: 'server/market/exchange/exchange-source.ts',
    tests: exchanges,
    bugs: [
      bug('an exchange that is silent has a new price', 'Math.min(seenAt, forming.openTime + minuteMs)', 'seenAt'),
      bug('two nodes ask the exchange', 'if (!(await this.#lock.take())) return;', 'await this.#lock.take();'),
      bug('a node that became the leader goes on from what it had read', '      this.#ingest.reset();\n', ''),
      bug(
        'an exchange that answers for no coin is fine',
        'if (!responded) throw',
        'if (responded && !responded) throw',
      ),
      bug('history is read a page each two seconds', 'if (behind) this.#ingesting?.wake();', ''),
      bug('a node shows coins at different times', 'for (const apply of updates) apply();', 'updates[0]?.();'),
      bug('a stopped source keeps its lock', '    this.#lock.release();\n', ''),
    ],
  },
  {
    file: 'server/market/exchange/ingest.ts',
    tests: exchanges,
    bugs: [
      bug('candles before the wanted ones are stored', 'rows = rows.filter(({ openTime }) => openTime >= since);', ''),
      bug('the forming minute is stored as closed', 'closed: rows.slice(0, -1)', 'closed: rows'),
      bug(
        'one coin that fails stops the others',
        "          log.debug({ err: error, coin }, 'the exchange did not respond for a coin');",
        '          throw error;',
      ),
      bug(
        'a page that is followed by another says all is known',
        'behind ? Math.max(known?.knownThrough ?? 0, forming.openTime) :',
        'behind ? Math.max(seenAt, forming.openTime) :',
      ),
      bug('what the exchange dropped is said to nobody', 'if (dropped.length > 0) {', 'if (dropped.length > 1e6) {'),
      bug(
        'the list of coins is read for every look',
        'if (this.#listed && now - this.#listedAt < listedMs) return this.#listed;',
        '',
      ),
      bug('a list that cannot be read stops all coins', 'if (!this.#listed) throw error;', 'throw error;'),
      bug('a coin that was dropped is never known through', 'state.knownThrough >= knownThrough', 'true'),
      bug(
        'a market younger than the history has none',
        'if (rows.length === 0 && limit === pageRows)',
        'if (rows.length === 0 && limit < 0)',
      ),
    ],
  },
  {
    file: 'server/market/exchange/minutes.ts',
    tests: at('exchange/minutes'),
    bugs: [
      bug('a candle that no market makes is taken', ' || !isPossibleCandle(candle)', ''),
      bug('a candle of tomorrow is taken', ' || candle.openTime > now + aheadMsMax', ''),
      bug('a candle between two minutes is taken', ' && candle.openTime % minuteMs === 0', ''),
      bug('candles come in the order of the exchange', '.sort((one, other) => one.openTime - other.openTime)', ''),
      bug('seconds are read as milliseconds', 'if (time < 1e11) return time * 1000;', ''),
    ],
  },
  {
    file: 'server/market/replay/recordings.ts',
    tests: at('replay/recordings'),
    bugs: [
      bug(
        'recorded candles may be others than were packed',
        'if (found === expected) return packed;',
        'return packed;',
      ),
      bug('a recording of two days is replayed', 'daysMin = 3', 'daysMin = 2'),
      bug(
        'a list that says another count is taken',
        'if (recording.candles.openTime.length !== entry.rows) {',
        'if (recording.candles.openTime.length === 0) {',
      ),
      bug(
        'a coin may be listed twice',
        'new Set(entries.map(({ coin }) => coin)).size === entries.length',
        'entries.length > 0',
      ),
    ],
  },
  {
    file: 'server/market/replay/replay-order.ts',
    tests: replays,
    bugs: [
      bug(
        'a day’s key is published while it is played',
        'Math.floor((now - this.start) / dayMs)) - 1',
        'Math.floor((now - this.start) / dayMs))',
      ),
      bug(
        'another seed than the published one is played',
        'if (order.commitment !== row.commitment) {',
        "if (order.commitment === '') {",
      ),
      bug(
        'each node draws its own order',
        'on conflict (recording) do nothing',
        'on conflict (recording) do update set commitment = excluded.commitment,\n         sealed_seed = excluded.sealed_seed, starts_at_ms = excluded.starts_at_ms',
      ),
      bug('the seed lies open in the database', "seal.seal(seed.toString('hex'), replaySeedPlace(hash))", 'seed'),
      bug('a recording’s order is that of another', 'where recording = $1', 'where recording <> $1 || $1'),
    ],
  },
  {
    file: 'server/market/replay/replay-source.ts',
    tests: replays,
    bugs: [
      bug('the future can be read', 'Math.min(to, floorTo(this.#clock.now(), this.#recordings.candleMs))', 'to'),
      bug(
        'the running minute can be read',
        'floorTo(this.#clock.now(), this.#recordings.candleMs)',
        'this.#clock.now() + this.#recordings.candleMs',
      ),
      bug(
        'a gap in the recording is a price of now',
        'at: last && last.openTime + this.#recording.candleMs, decimals',
        'at, decimals',
      ),
      bug(
        'a day begins where the one before did',
        'isCarried ? rebaseAfter(before, last, opening, priceDecimals) : rebaseOfFirstDay(priceDecimals)',
        'rebaseOfFirstDay(priceDecimals)',
      ),
      bug('a day takes rows of the next one', 'Math.min(to, start + (day + 1) * dayMs)', 'to'),
      bug('days are bound as the day before', 'day: dayAt(start, at)', 'day: dayAt(start, at) - 1'),
      bug('prices stand for a minute', 'Math.floor(((at - through) * pathSteps) / this.#recording.candleMs)', '0'),
      bug(
        'days that repeat are measured',
        'floorTo(now, dayMs) - distinctDays(this.#recordings.days.length) * dayMs',
        'this.#order.start',
      ),
    ],
  },
]);
