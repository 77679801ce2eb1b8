import type { StreamEvent } from '#contract/events.ts';
import { type ChartRange, chartRanges, intervalOfRange } from '#contract/market.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { EventFeed } from '#server/platform/events/stream-route.ts';
import type { Market } from './market.ts';
import { requireCoin } from './require-coin.ts';

const pricesTopic = 'prices';
const chartTopic = (coin: string, range: ChartRange): string => `${coin} ${range}`;

/** Publishes prices, candles and the market's state to the hub; topics without subscribers are not encoded. */
export function publishMarket(market: Market, hub: EventHub): Required<EventFeed> & { stop(): void } {
  const endings = [
    market.onClosed((closed) => {
      for (const { coin, interval, openTime } of closed) {
        const range = chartRanges.find((one) => intervalOfRange(one) === interval);
        if (range === undefined || !hub.wanted(chartTopic(coin, range))) continue;
        const event = candleEvent(market, coin, range, (candle) => candle.openTime === openTime);
        if (event) hub.publish(chartTopic(coin, range), event, `${chartTopic(coin, range)} closed`);
      }
    }),
    market.onTick((rows) => {
      if (hub.wanted(pricesTopic)) hub.publish(pricesTopic, pricesEvent(rows));
      for (const { symbol } of market.coins) {
        for (const range of chartRanges) {
          const topic = chartTopic(symbol, range);
          const event = hub.wanted(topic) ? candleEvent(market, symbol, range, ({ final }) => !final) : null;
          if (event) hub.publish(topic, event);
        }
      }
    }),
    market.onState(() => hub.publish(pricesTopic, { name: 'market', value: market.status() }, 'market')),
  ];
  return {
    topicsOf({ coin, time }) {
      if (coin === undefined) return [pricesTopic];
      requireCoin(market, coin);
      return [pricesTopic, chartTopic(coin, time ?? '')];
    },
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

/** Maximum number of candles that close between two ticks, at the fastest clock. */
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
