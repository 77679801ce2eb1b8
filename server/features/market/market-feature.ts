import { streamPath, streamQuery } from '#contract/events.ts';
import type { Market } from '#server/market/market.ts';
import { feedStream } from '#server/market/market-feed.ts';
import { requireCoin } from '#server/market/require-coin.ts';
import { type EventStream, noticesTopic } from '#server/market/stream.ts';
import type { Feature, StreamBinding } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { marketRoutes } from './routes.ts';

export interface MarketFeatureDependencies {
  readonly market: Market;
  readonly stream: EventStream;
}

/** Prices: the list, candles, where they come from, and the stream that carries them to the phones. */
export function openMarketFeature({ market, stream }: MarketFeatureDependencies): Feature {
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
    bindings: marketRoutes(market),
    streams: [events],
    async close() {
      feed.stop();
      stream.close();
    },
  };
}
