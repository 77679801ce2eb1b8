import type { Market } from '#server/market/market.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { marketRoutes } from './routes.ts';

export function openMarketFeature({ market }: { readonly market: Market }): Feature {
  return { bindings: marketRoutes(market) };
}
