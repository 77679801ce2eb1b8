import type { MarketRow } from '#contract/market.ts';

/** What makes a market hot. */
export const heats = ['traded', 'rising', 'falling'] as const;

export type Heat = (typeof heats)[number];

/** The markets by heat, hottest first: by what was traded in 24 hours, or by the change, where it is a rise or a fall. */
export function hottest<Row extends Pick<MarketRow, 'value24h' | 'changePercent'>>(
  rows: readonly Row[],
  heat: Heat,
): Row[] {
  if (heat === 'traded') return rows.toSorted((one, other) => other.value24h - one.value24h);
  const sign = heat === 'rising' ? 1 : -1;
  return rows
    .filter(({ changePercent }) => changePercent * sign > 0)
    .sort((one, other) => sign * (other.changePercent - one.changePercent));
}
