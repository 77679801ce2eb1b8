import type { Candle } from './candle.ts';
import { roundToTick } from './ticks.ts';

/** Steps of a minute's path: one a second. */
export const pathSteps = 60;

/**
 * How the price moves inside one minute of a recording, which knows only the four corners: 61 prices, one a second, from
 * the open (index 0) to the close (index 60). A rising candle visits its low first, a falling one its high; both extremes
 * are touched exactly and never passed. Between them it wanders a little, by a hash of the candle's own time and prices,
 * so every reader sees the same path. Prices in between lie on the coin's ticks, `10^-decimals`.
 */
export function pricePath(candle: Candle, decimals: number): Float64Array {
  const { open, high, low, close } = candle;
  const seed = hashOf(candle);
  const rising = close >= open;
  const firstTurn = 5 + (seed % 24);
  const secondTurn = 31 + ((seed >>> 8) % 24);
  const path = new Float64Array(pathSteps + 1);
  const leg = (from: number, to: number, start: number, end: number): void => {
    for (let step = from; step < to; step++) {
      const done = (step - from) / (to - from);
      const wander = (noise(seed, step) * 2 - 1) * done * (1 - done) * (high - low);
      path[step] = onTick(Math.min(high, Math.max(low, start + (end - start) * done + wander)), decimals, low, high);
    }
    path[from] = start;
  };
  leg(0, firstTurn, open, rising ? low : high);
  leg(firstTurn, secondTurn, rising ? low : high, rising ? high : low);
  leg(secondTurn, pathSteps, rising ? high : low, close);
  path[pathSteps] = close;
  return path;
}

/**
 * The candle as it stands `second` whole seconds (0 to 60) into its minute: its open, the extremes so far, the price now
 * as close, and that share of its volume.
 */
export function formingAt(candle: Candle, path: Float64Array, second: number): Candle {
  let high = candle.open;
  let low = candle.open;
  for (let step = 1; step <= second; step++) {
    const price = path[step] as number;
    if (price > high) high = price;
    if (price < low) low = price;
  }
  return {
    openTime: candle.openTime,
    open: candle.open,
    high,
    low,
    close: path[second] as number,
    volume: (candle.volume * second) / pathSteps,
  };
}

function onTick(price: number, decimals: number, low: number, high: number): number {
  const rounded = roundToTick(price, decimals);
  return Math.max(low, Math.min(rounded, high));
}

function hashOf({ openTime, open, close, volume }: Candle): number {
  const mixed = [openTime / 60_000, open * 1e5, close * 1e5, volume * 1e3];
  return mixed.reduce((hash, part) => mix(hash ^ (part % 4_294_967_296)), 0x9e3779b9);
}

function noise(seed: number, step: number): number {
  return mix(seed + Math.imul(step, 0x85ebca6b)) / 4_294_967_296;
}

/** The 32-bit finaliser of MurmurHash3 (Austin Appleby, public domain). Integer arithmetic only. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
