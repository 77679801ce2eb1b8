import type { StreamEvent } from '#contract/events.ts';
import type { MarketRow } from '#contract/market.ts';

type Prices = StreamEvent<'prices'>['value'];

/** The market list with new prices. Unchanged rows keep their identity, so they are not re-rendered. */
export function withPrices(rows: readonly MarketRow[], prices: Prices, at: number): MarketRow[] {
  const byCoin = new Map(prices.map((price) => [price[0], price]));
  return rows.map((row) => {
    const price = byCoin.get(row.coin);
    if (!price || (price[1] === row.last && price[2] === row.changePercent)) return row;
    const [, last, changePercent] = price;
    const high = Math.max(row.high, last);
    const low = Math.min(row.low, last);
    return { ...row, last, lastAt: at, changePercent, high, low };
  });
}
