/** Most decimals a tick may have. */
export const tickDecimalsMax = 18;

const powersOfTen = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
] as const;

/** 10^decimals, exactly. Throws a RangeError for anything but a whole number from 0 to `tickDecimalsMax`. */
export function ticksPerUnit(decimals: number): number {
  const scale = powersOfTen[decimals];
  if (scale === undefined) throw new RangeError(`ticks have 0 to ${tickDecimalsMax} decimals, not ${decimals}`);
  return scale;
}

/**
 * The whole number of ticks of 10^-decimals that `value` is, such that `ticks / 10^decimals` is the identical double.
 * Throws a RangeError when there is none.
 */
export function toTicks(value: number, decimals: number): number {
  const scale = ticksPerUnit(decimals);
  const ticks = Math.round(value * scale);
  if (!Number.isSafeInteger(ticks) || ticks / scale !== value) {
    throw new RangeError(`${value} is not a whole number of ticks of ${decimals} decimals`);
  }
  return ticks;
}

/** The nearest multiple of 10^-decimals. */
export function roundToTick(value: number, decimals: number): number {
  const scale = ticksPerUnit(decimals);
  return Math.round(value * scale) / scale;
}

/** Fewest decimals with which every value is a whole number of ticks. Throws a RangeError when `decimalsMax` do not do. */
export function decimalsNeeded(values: Float64Array, decimalsMax = 12): number {
  let decimals = 0;
  for (const value of values) {
    while (Math.round(value * ticksPerUnit(decimals)) / ticksPerUnit(decimals) !== value) {
      if (decimals === decimalsMax) throw new RangeError(`${value} has more than ${decimalsMax} decimals`);
      decimals++;
    }
  }
  return decimals;
}
