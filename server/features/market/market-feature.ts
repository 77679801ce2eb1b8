import * as contract from '#contract/market.ts';
import { coinIconPath } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, type FileBinding } from '#server/platform/http/binding.ts';
import { getCandles } from './get-candles.ts';
import { getMarketStatus } from './get-market-status.ts';
import { listMarkets } from './list-markets.ts';

/** Prices tick once a second, so requests within this time share one response. */
const sharedForMs = 250;
/** Phones count down to the closing of a round by its time: a shared response is as much too old as it may be. */
const statusSharedForMs = 20;

export function openMarketFeature({ market }: { readonly market: Market }): Feature {
  const icons: FileBinding = {
    path: coinIconPath,
    readPublic(name) {
      const icon = market.icon(name);
      return icon && { type: icon.type, bytes: Buffer.from(icon.bytes) };
    },
  };
  return {
    bindings: bindAll('market', contract, {
      listMarkets: { handler: ({ coin }) => listMarkets(market, coin), sharedForMs },
      getCandles: { handler: ({ name, time }) => getCandles(market, name, time ?? ''), sharedForMs },
      getMarketStatus: { handler: () => getMarketStatus(market), sharedForMs: statusSharedForMs },
    }),
    files: [icons],
  };
}
