import { type BeaconCandle, beaconOpenTime, marketPlanFor } from '#core/fairness/beacon.ts';
import { candleAt } from '#core/market/candle.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import type { BeaconSource } from '#server/features/rounds/beacon-source.ts';
import type { Market } from '#server/market/market.ts';

/** What is read of the market. */
export type BeaconMarket = Pick<Market, 'coins' | 'health' | 'closedBetween'> & {
  readonly source: Pick<Market['source'], 'candleMinutes' | 'beaconCoins'>;
};

/**
 * The market’s first candles that close after betting has closed. Of a recording each round names the same coins, all of them: an operator who could choose
 * coins and knows the candles would choose among results. Of an exchange a round names the coins that have a current
 * price at its closing. When one of them has no such candle, there is no beacon.
 */
export function marketBeacon(market: BeaconMarket): BeaconSource {
  const symbols = market.coins.map(({ symbol }) => symbol);
  return {
    kind: 'market',
    plan() {
      const { candleMinutes, beaconCoins } = market.source;
      const live = beaconCoins ?? symbols.filter((coin) => market.health(coin).state === 'live');
      return marketPlanFor(live.length > 0 ? live : symbols, candleMinutes);
    },
    async fetch(round, plan, signal) {
      if (plan.kind !== 'market' || !plan.coins.every((coin) => symbols.includes(coin))) return null;
      const openTime = beaconOpenTime(plan, timesOf(round).closesAt);
      const candles: BeaconCandle[] = [];
      for (const coin of plan.coins) {
        const candle = await candleOf(market, coin, openTime);
        if (!candle || signal.aborted) return null;
        candles.push({ coin, candle });
      }
      return { kind: 'market', candles };
    },
  };
}

async function candleOf(market: BeaconMarket, coin: string, openTime: number): Promise<BeaconCandle['candle'] | null> {
  // A market keeps its shortest candles, of one minute or five, as this interval.
  const columns = await market.closedBetween(coin, '1m', openTime, 1);
  if (columns.openTime[0] !== openTime) return null;
  return candleAt(columns, 0);
}
