import type { StreamEvent } from '#contract/events.ts';
import { type ChartRange, chartRanges, intervalOfRange } from '#contract/market.ts';
import { coins } from '#core/market/coins.ts';
import type { Market } from './market.ts';
import type { EventStream } from './stream.ts';

/** What a page looks at: the prices always, and one chart if it shows one. */
export interface FeedQuery {
  readonly coin?: string | undefined;
  readonly time?: ChartRange | undefined;
}

export interface MarketFeed {
  topicsOf(query: FeedQuery): string[];
  /** The state of everything in `topicsOf`, so that a page is up to date as soon as it is connected. */
  welcome(query: FeedQuery): StreamEvent[];
  stop(): void;
}

const pricesTopic = 'prices';
const chartTopic = (coin: string, range: ChartRange): string => `${coin} ${range}`;

/** Puts prices, candles and the market's state on the stream as they come, encoding only what somebody looks at. */
export function feedStream(market: Market, stream: EventStream): MarketFeed {
  const endings = [
    market.onClosed((closed) => {
      for (const { coin, interval, openTime } of closed) {
        const range = chartRanges.find((one) => intervalOfRange(one) === interval);
        if (range === undefined || !stream.wanted(chartTopic(coin, range))) continue;
        const event = candleEvent(market, coin, range, (candle) => candle.openTime === openTime);
        if (event) stream.publish(chartTopic(coin, range), event, `${chartTopic(coin, range)} closed`);
      }
    }),
    market.onTick((rows) => {
      if (stream.wanted(pricesTopic)) stream.publish(pricesTopic, pricesEvent(rows));
      for (const { symbol } of coins) {
        for (const range of chartRanges) {
          const topic = chartTopic(symbol, range);
          const event = stream.wanted(topic) ? candleEvent(market, symbol, range, ({ final }) => !final) : null;
          if (event) stream.publish(topic, event);
        }
      }
    }),
    market.onState(() => stream.publish(pricesTopic, { name: 'market', value: market.status() }, 'market')),
  ];
  return {
    topicsOf: ({ coin, time }) => [pricesTopic, ...(coin === undefined ? [] : [chartTopic(coin, time ?? '')])],
    welcome({ coin, time }) {
      const candle = coin === undefined ? null : candleEvent(market, coin, time ?? '', () => true);
      return [
        { name: 'market', value: market.status() },
        pricesEvent(market.listing()),
        ...(candle === null ? [] : [candle]),
      ];
    },
    stop() {
      for (const end of endings) end();
    },
  };
}

function pricesEvent(rows: ReturnType<Market['listing']>): StreamEvent<'prices'> {
  return { name: 'prices', value: rows.map(({ coin, last, changePercent }) => [coin, last, changePercent]) };
}

/** Most candles that close between two ticks, at the fastest clock. */
const recentCandles = 64;

function candleEvent(
  market: Market,
  coin: string,
  range: ChartRange,
  wanted: (candle: ReturnType<Market['candles']>[number]) => boolean,
): StreamEvent<'candle'> | null {
  const candle = market.candles(coin, intervalOfRange(range), recentCandles).findLast(wanted);
  return candle === undefined ? null : { name: 'candle', value: { coin, time: range, candle } };
}
