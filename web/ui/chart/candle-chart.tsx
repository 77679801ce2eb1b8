import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { themeStore } from '#web/platform/theme.ts';
import styles from './candle-chart.module.css';
import { coloursAt } from './chart-colours.ts';
import { ChartFailed } from './chart-failed.tsx';
import type { ChartContent, ChartView } from './chart-view.ts';
import { loadChart } from './load-chart.ts';

interface CandleChartProps {
  readonly content: ChartContent;
  /** Text alternative in one sentence. */
  readonly label: string;
  /** Shown over an empty chart. */
  readonly notice?: ReactNode;
}

/** The link that the chart library's licence requires. */
const attributionAddress = 'https://www.tradingview.com/';

/** Prices above volume. Opens on the last 30 rows; pinching and horizontal drags move it, a vertical swipe scrolls the page. */
export function CandleChart({ content, label, notice }: CandleChartProps): ReactNode {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const retry = useChartView(frame, content);
  const shownNotice = retry ? <ChartFailed message={t('market.chartFailed')} onRetry={retry} /> : notice;
  return (
    <figure className={styles.figure}>
      <div ref={frame} className={styles.frame} role="img" aria-label={label} />
      {shownNotice && <div className={styles.notice}>{shownNotice}</div>}
      <a
        className={styles.attribution}
        href={attributionAddress}
        target="_blank"
        rel="noreferrer"
        aria-label={t('market.attribution')}
      >
        TradingView
      </a>
    </figure>
  );
}

/**
 * Mounts one chart in the element and updates it. Returns a retry function when its code could not be loaded, else null; once the
 * connection is back it retries by itself.
 */
function useChartView(frame: RefObject<HTMLDivElement | null>, content: ChartContent): (() => void) | null {
  const view = useRef<ChartView | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  const create = useEffectEvent((element: HTMLDivElement, module: Awaited<ReturnType<typeof loadChart>>) => {
    view.current = new module.ChartView(element, content, coloursAt(element));
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let gone = false;
    loadChart()
      .then((module) => gone || create(element, module))
      .catch((error: unknown) => {
        console.error('the chart could not be fetched', error);
        if (!gone) setFailedAttempt(attempt);
      });
    const unsubscribe = [
      themeStore.subscribe(() => view.current?.colour(coloursAt(element))),
      // The profile's zone may arrive after the chart was drawn.
      timeZoneStore.subscribe(() => view.current?.moveToZone()),
    ];
    return () => {
      gone = true;
      for (const stop of unsubscribe) stop();
      view.current?.remove();
      view.current = null;
    };
  }, [frame, attempt]);

  useEffect(() => view.current?.show(content), [content]);
  const hasFailed = failedAttempt === attempt;
  useEffect(() => {
    if (!hasFailed) return;
    return stream.onState(() => stream.state() === 'live' && setAttempt(attempt + 1));
  }, [hasFailed, attempt]);
  return hasFailed ? () => setAttempt(attempt + 1) : null;
}
