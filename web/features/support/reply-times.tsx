import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetReplyTimes } from './queries.ts';

/** Measured reply times; without measurements it says that there are none. */
export function ReplyTimes(): ReactNode {
  const t = useText();
  const format = useFormat();
  const times = useGetReplyTimes().data;
  if (times === undefined) return null;
  const { count, medianSeconds, percentile95Seconds, unanswered, waiting } = times;
  return (
    <Card title={t('support.timesTitle')}>
      {medianSeconds === null || percentile95Seconds === null ? (
        <p className={common.text}>{t('support.timesNone')}</p>
      ) : (
        <LabelledRow columns={2}>
          <Labelled label={t('support.timesMedian')}>
            <Figure source="probe" mark="own">
              {format.spanWithin(medianSeconds * 1000)}
            </Figure>
          </Labelled>
          <Labelled label={t('support.times95')}>
            <Figure source="probe" mark="own">
              {format.spanWithin(percentile95Seconds * 1000)}
            </Figure>
          </Labelled>
        </LabelledRow>
      )}
      <p className={common.text}>
        <Figure source="probe">
          {count === 0
            ? t('support.timesWaiting', { waiting: format.count(waiting) })
            : t('support.timesCount', { count: format.count(count), waiting: format.count(waiting) })}
        </Figure>
      </p>
      {unanswered === 0 ? null : (
        <p className={common.text}>
          <Figure source="probe">{t('support.timesUnanswered', { count: format.count(unanswered) })}</Figure>
        </p>
      )}
    </Card>
  );
}
