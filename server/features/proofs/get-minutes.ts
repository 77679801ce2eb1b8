import type { InputOf, OutputOf } from '#contract/operation.ts';
import { minutesMax, type getMinutes as operation } from '#contract/proofs.ts';
import { rowsOf } from '#core/market/columns.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';

/** Closed candles of the shortest length of any past span, from memory or from the source: of one minute, or of five where such a recording plays. */
export async function getMinutes(
  market: Pick<Market, 'closedBetween' | 'coins'>,
  { name, from }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  requireCoin(market, name);
  return rowsOf(await market.closedBetween(name, '1m', Number(from), minutesMax));
}
