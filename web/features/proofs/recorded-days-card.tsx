import type { ReactNode } from 'react';
import type { ReplayMarket } from '#core/plans/market-binding.ts';
import { type Reveal, revealOf } from '#core/plans/replay-reveal.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useGetReplay } from './queries/replay.ts';
import styles from './recorded-days-card.module.css';

interface RecordedDaysCardProps {
  readonly coin: string;
  readonly bound: ReplayMarket;
  /** Open times of the first and the last candle that the plan used, in ms since 1970 UTC. */
  readonly from: number;
  readonly to: number;
}

/** Which recorded days a plan's candles come from, drawn on this phone from the key that was published since. */
export function RecordedDaysCard({ coin, bound, from, to }: RecordedDaysCardProps): ReactNode {
  const t = useText();
  const replay = useGetReplay(coin);
  if (queryProblem(replay) !== null) {
    return <ErrorState message={t('replay.failed')} onRetry={() => void replay.refetch()} />;
  }
  if (replay.data === undefined) return null;
  const reveal: Reveal = replay.data ? revealOf(bound, replay.data, from, to) : { state: 'foreign' };
  return (
    <Card title={t('replay.title')}>
      <RevealWords reveal={reveal} />
    </Card>
  );
}

function RevealWords({ reveal }: { readonly reveal: Reveal }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (reveal.state === 'hidden') {
    return <p className={styles.text}>{t('replay.hidden', { at: format.fullTime(reveal.until) })}</p>;
  }
  if (reveal.state !== 'revealed') {
    return (
      <p role="alert" className={styles.text}>
        {t(`replay.${reveal.state}`)}
      </p>
    );
  }
  return (
    <>
      {reveal.days.map(({ day, recordedDay, rebase }) => (
        <p key={day} className={styles.text}>
          {t('replay.played', { day: new Date(recordedDay).toISOString().slice(0, 10), factor: String(rebase.factor) })}
        </p>
      ))}
      <p className={styles.text}>{t('replay.proven')}</p>
    </>
  );
}
