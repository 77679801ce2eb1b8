import type { CoinListing } from '#core/market/coins.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Throws `coinUnknown` for what the market does not list. */
export function requireCoin(market: { readonly coins: readonly CoinListing[] }, coin: string): void {
  if (!market.coins.some(({ symbol }) => symbol === coin)) throw new Refusal('coinUnknown');
}
