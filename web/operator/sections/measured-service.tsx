import type { ReactNode } from 'react';
import { getReplyTimes } from '#contract/support.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { refreshMs } from '../queries/refresh.ts';
import { useGetChatRatings } from '../queries/support.ts';
import { Facts } from '../ui/facts.tsx';
import styles from '../ui/layout.module.css';
import { partOf } from '../ui/part-of.ts';

/** What is measured of the chat: the reply times that members see, and how members rated what has ended. */
export function MeasuredService(): ReactNode {
  const t = useConsoleText();
  return (
    <Card title={t('inbox.measured')}>
      <div className={styles.columns}>
        <Replies />
        <Ratings />
      </div>
    </Card>
  );
}

function Replies(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const times = useRead(getReplyTimes, {}, { refetchInterval: refreshMs });
  const span = (seconds: number | null) =>
    seconds === null ? t('shell.notMeasured') : format.span(Math.round(seconds * 1000));
  return (
    <Loaded query={times} height={120}>
      {({ count, medianSeconds, percentile95Seconds, unanswered }) => (
        <Facts
          facts={[
            [t('inbox.replies'), format.count(count)],
            [t('money.median'), span(medianSeconds)],
            [t('money.percentile95'), span(percentile95Seconds)],
            [t('inbox.unanswered'), format.count(unanswered)],
          ]}
        />
      )}
    </Loaded>
  );
}

function Ratings(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const share = (count: number, of: number) =>
    of === 0 ? format.count(count) : `${format.count(count)} · ${partOf(format, count / of, 0)}`;
  return (
    <Loaded query={useGetChatRatings()} height={180}>
      {({ ended, stars }) => {
        const rated = stars.reduce((sum, count) => sum + count, 0);
        return (
          <Facts
            facts={[
              [t('inbox.ended'), format.count(ended)],
              [t('inbox.rated'), share(rated, ended)],
              ...stars
                .map((count, place) => [t('inbox.stars', { stars: String(place + 1) }), share(count, rated)] as const)
                .toReversed(),
            ]}
          />
        );
      }}
    </Loaded>
  );
}
