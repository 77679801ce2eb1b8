import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { useGetPayoutTimes } from './queries.ts';
import styles from './withdrawals.module.css';

/** Measured payout times; without measurements it says that there are none. */
export function PayoutTimes(): ReactNode {
  const t = useText();
  const format = useFormat();
  const times = useGetPayoutTimes().data;
  if (times === undefined) return null;
  const { count, medianSeconds, percentile95Seconds } = times;
  return (
    <Card title={t('withdrawals.timesTitle')}>
      {medianSeconds === null || percentile95Seconds === null ? (
        <p className={styles.note}>{t('withdrawals.timesNone')}</p>
      ) : (
        <>
          <LabelledRow columns={2}>
            <Labelled label={t('withdrawals.timesMedian')}>
              <Figure source="probe" mark="own">
                {format.spanWithin(medianSeconds * 1000)}
              </Figure>
            </Labelled>
            <Labelled label={t('withdrawals.times95')}>
              <Figure source="probe" mark="own">
                {format.spanWithin(percentile95Seconds * 1000)}
              </Figure>
            </Labelled>
          </LabelledRow>
          <p className={styles.note}>
            <Figure source="probe">{t('withdrawals.timesCount', { count: format.count(count) })}</Figure>
          </p>
        </>
      )}
    </Card>
  );
}
