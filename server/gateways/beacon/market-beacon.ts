import { type BeaconCandle, marketPlanFor } from '#core/fairness/beacon.ts';
import { candleAt } from '#core/market/candle.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import type { BeaconSource } from '#server/features/rounds/beacon-source.ts';
import type { Market } from '#server/market/market.ts';

/** What is read of the market. */
export type BeaconMarket = Pick<Market, 'coins' | 'health' | 'closedBetween'>;

/**
 * The market’s candles of the minute that begins when betting closes. A round names the coins that have a current price at its closing; when one of
 * them has no candle of that very minute, there is no beacon.
 */
export function marketBeacon(market: BeaconMarket): BeaconSource {
  const symbols = market.coins.map(({ symbol }) => symbol);
  return {
    kind: 'market',
    plan() {
      const live = symbols.filter((coin) => market.health(coin).state === 'live');
      return marketPlanFor(live.length > 0 ? live : symbols);
    },
    async fetch(round, plan, signal) {
      if (plan.kind !== 'market' || !plan.coins.every((coin) => symbols.includes(coin))) return null;
      const candles: BeaconCandle[] = [];
      for (const coin of plan.coins) {
        const candle = await minuteOf(market, coin, timesOf(round).closesAt);
        if (!candle || signal.aborted) return null;
        candles.push({ coin, candle });
      }
      return { kind: 'market', candles };
    },
  };
}

async function minuteOf(market: BeaconMarket, coin: string, openTime: number): Promise<BeaconCandle['candle'] | null> {
  const columns = await market.closedBetween(coin, '1m', openTime, 1);
  if (columns.openTime[0] !== openTime) return null;
  return candleAt(columns, 0);
}
