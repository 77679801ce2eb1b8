import { isCoin } from '#core/market/coins.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Throws `coinUnknown` for what is not listed. */
export function requireCoin(coin: string): void {
  if (!isCoin(coin)) throw new Refusal('coinUnknown');
}
