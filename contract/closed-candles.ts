import * as z from 'zod/mini';
import type { BeaconCandle } from '#core/fairness/beacon.ts';
import { candleRow } from './market.ts';

/** A coin's symbol, as files name it. */
export const coinSymbol = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/));

/** A coin and the row of its candle: on the wire the coin, then the six numbers of `candleRow`. */
export const beaconCandle = z.codec(z.tuple([coinSymbol, candleRow]), z.custom<BeaconCandle>(), {
  decode: ([name, [openTime, open, high, low, close, volume]]) => ({
    coin: name,
    candle: { openTime, open, high, low, close, volume },
  }),
  encode: ({ coin: name, candle: { openTime, open, high, low, close, volume } }) =>
    [name, [openTime, open, high, low, close, volume]] as [string, [number, number, number, number, number, number]],
});

/** Closed candles of the market, one of each coin (`core/fairness/compare-candles.ts`): the coin and the six numbers of its row. */
export const closedCandlesSchema = z.array(beaconCandle);
