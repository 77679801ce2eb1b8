import { streamPath, streamQuery } from '#contract/events.ts';
import { chartCandlesMax, getCandles, getMarketStatus, intervalOfRange, listMarkets } from '#contract/market.ts';
import { isCoin } from '#core/market/coins.ts';
import type { Market } from '#server/market/market.ts';
import { feedStream } from '#server/market/market-feed.ts';
import { type EventStream, noticesTopic } from '#server/market/stream.ts';
import { bind, type Feature, type StreamBinding } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Prices tick once a second: whoever asks again sooner is answered with the same. */
const sharedForMs = 250;

export interface MarketNeeds {
  readonly market: Market;
  readonly stream: EventStream;
}

/** Prices: the list, candles, where they come from, and the stream that carries them to the phones. */
export function openMarketFeature({ market, stream }: MarketNeeds): Feature {
  const feed = feedStream(market, stream);
  const events: StreamBinding = {
    path: streamPath,
    open({ query, session, locale, response }) {
      const wanted = streamQuery.safeParse(query);
      if (!wanted.success) throw new Refusal('malformedRequest');
      if (wanted.data.coin !== undefined) requireCoin(wanted.data.coin);
      const topics = [...feed.topicsOf(wanted.data), noticesTopic(wanted.data.locale ?? locale)];
      const attached = stream.attach(response, {
        memberId: session?.memberId ?? null,
        topics,
        welcome: feed.welcome(wanted.data),
      });
      if (!attached) throw new Refusal('serverBusy');
    },
  };
  return {
    bindings: [
      bind(
        listMarkets,
        ({ coin }) => {
          if (coin === undefined) return [...market.listing()];
          requireCoin(coin);
          return market.listing().filter((row) => row.coin === coin);
        },
        { sharedForMs },
      ),
      bind(
        getCandles,
        ({ name, time }) => {
          requireCoin(name);
          return market.candles(name, intervalOfRange(time ?? ''), chartCandlesMax);
        },
        { sharedForMs },
      ),
      bind(getMarketStatus, () => market.status(), { sharedForMs }),
    ],
    streams: [events],
    async close() {
      feed.stop();
      stream.close();
    },
  };
}

function requireCoin(coin: string): void {
  if (!isCoin(coin)) throw new Refusal('coinUnknown');
}
