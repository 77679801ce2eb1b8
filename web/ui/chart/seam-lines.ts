import type { ChartLine } from './chart-lines.ts';

/** Of long candles every one or every fourth begins a day: so many lines would cover the chart. */
const rowsPerLineMin = 8;

/** A line at each row in which another recorded day begins; none where they would be too close. */
export function seamLines(
  rows: readonly { readonly openTime: number; readonly seam: boolean }[],
  label: string,
): readonly ChartLine[] {
  const seams = rows.filter(({ seam }) => seam);
  return seams.length * rowsPerLineMin > rows.length ? [] : seams.map(({ openTime }) => ({ openTime, label }));
}
