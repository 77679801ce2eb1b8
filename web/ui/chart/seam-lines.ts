import type { ChartLine } from './chart-lines.ts';

/** Of long candles every one or every fourth begins a day: so many lines would cover the chart. */
const rowsPerLineMin = 8;

interface SeamLabels {
  readonly seam: string;
  /** Where the price moves at once besides. */
  readonly jump: string;
}

/** A line at each row in which another recorded day begins; where they would be too close, at those alone at which the price jumps. */
export function seamLines(
  rows: readonly { readonly openTime: number; readonly seam: boolean; readonly isBreak: boolean }[],
  labels: SeamLabels,
): readonly ChartLine[] {
  const seams = rows.filter(({ seam }) => seam);
  const isCrowded = seams.length * rowsPerLineMin > rows.length;
  return seams
    .filter(({ isBreak }) => isBreak || !isCrowded)
    .map(({ openTime, isBreak }) => ({ openTime, label: isBreak ? labels.jump : labels.seam }));
}
