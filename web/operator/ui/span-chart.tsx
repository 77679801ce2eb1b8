import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useConsoleText } from '../locale.ts';
import styles from './span-chart.module.css';

interface ChartPoint {
  readonly at: number;
  /** Null where nothing was measured. */
  readonly value: number | null;
}

interface SpanChartProps {
  readonly title: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  /** The whole span of the chart, so that gaps are seen as gaps; wall time. */
  readonly from: number;
  readonly until: number;
  /** Length of time of one bar. */
  readonly stepMs: number;
  readonly format: (value: number) => string;
}

const height = 60;

/** One bar a point over a span of time; what was not measured stays empty. */
export function SpanChart({ title, points, from, until, stepMs, format }: SpanChartProps): ReactNode {
  const t = useConsoleText();
  const { clock } = useFormat();
  const measured = points.filter((point): point is ChartPoint & { value: number } => point.value !== null);
  const most = Math.max(0, ...measured.map(({ value }) => value));
  const newest = measured.at(-1);
  const slots = Math.max(1, Math.round((until - from) / stepMs));
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{title}</strong>
        <span>
          {newest === undefined
            ? t('shell.notMeasured')
            : t('health.newestAndMost', { newest: format(newest.value), most: format(most) })}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${slots} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {measured.map(({ at, value }) => {
          const tall = most === 0 ? 0 : (value / most) * (height - 1);
          return (
            <rect key={at} x={(at - from) / stepMs} y={height - tall - 1} width={0.8} height={tall + 1}>
              <title>{`${clock(at)} ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={styles.span}>
        <span>{clock(from)}</span>
        <span>{clock(until)}</span>
      </div>
    </figure>
  );
}
