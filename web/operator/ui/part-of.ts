import type { Format } from '#web/platform/format/use-format.ts';

/** A share of what was counted, as percent: none or all of it only where it is that, whatever the rounding. */
export function partOf({ percent }: Pick<Format, 'percent'>, share: number, decimals: number): string {
  const least = 10 ** -decimals / 100;
  const part = share > 0 && share < 1 ? Math.min(1 - least, Math.max(least, share)) : share;
  return percent(part, decimals, 'negative');
}
