import type { ReactNode } from 'react';
import type { PlanQuote } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { histogramBars } from './histogram-bars.ts';
import styles from './outcome-histogram.module.css';

type Distribution = NonNullable<PlanQuote['distribution']>;

/** The distribution of results, from maximum loss to maximum profit. */
export function OutcomeHistogram({ distribution }: { readonly distribution: Distribution }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { histogram, median, shareLost } = distribution;
  const { bars, zero } = histogramBars(histogram);
  const label = t('plans.histogram', {
    from: format.percent(histogram.from),
    to: format.percent(histogram.to),
    median: format.percent(median),
    lost: format.percent(shareLost, 0, 'negative'),
  });
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      {bars.map(({ from, height, side }) => (
        <span key={from} className={styles[side]} style={{ height: `${height * 100}%` }} />
      ))}
      {zero !== null && <span className={styles.zero} style={{ left: `${zero * 100}%` }} />}
    </div>
  );
}
