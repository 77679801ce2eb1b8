interface Histogram {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

export interface HistogramBar {
  /** Lower edge of the bin, a ratio. */
  readonly from: number;
  /** Share of the highest bar, 0 to 1, with a visible minimum for bins that are not empty. */
  readonly height: number;
  readonly side: 'down' | 'none' | 'up';
}

const leastHeight = 0.03;

/** The bins as bars, and the position of zero from 0 (left) to 1 (right); null when it is outside of the range. */
export function histogramBars({ from, to, counts }: Histogram): {
  readonly bars: readonly HistogramBar[];
  readonly zero: number | null;
} {
  const width = (to - from) / counts.length;
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, index) => {
    const lower = from + index * width;
    const upper = lower + width;
    // A bin across zero is neither loss nor gain.
    const side = upper <= width / 1e6 ? 'down' : lower >= -width / 1e6 ? 'up' : 'none';
    return { from: lower, height: count === 0 ? 0 : Math.max(leastHeight, count / most), side } as const;
  });
  return { bars, zero: from < 0 && to > 0 ? -from / (to - from) : null };
}
