import { coinIconPath } from '#contract/market.ts';
import type { Market } from '#server/market/market.ts';
import type { Feature, FileBinding } from '#server/platform/http/binding.ts';
import { marketRoutes } from './routes.ts';

export function openMarketFeature({ market }: { readonly market: Market }): Feature {
  const icons: FileBinding = {
    path: coinIconPath,
    readPublic(name) {
      const icon = market.icon(name);
      return icon && { type: icon.type, bytes: Buffer.from(icon.bytes) };
    },
  };
  return { bindings: marketRoutes(market), files: [icons] };
}
