import { type ReactNode, useCallback, useState } from 'react';
import type { PlatformFigures } from '#contract/home.ts';
import { subtract } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useVisibleInterval } from '#web/platform/visible-interval.ts';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './bots-card.module.css';
import { HomePart } from './home-part.tsx';
import { useGetHome } from './queries.ts';
import { growEveryMs, grown, type SampleCounters, sampleCounters } from './samples.ts';

const ownHeight = 68;

/** The specification's growing sample figures, and this platform's real counts. */
export function BotsCard(): ReactNode {
  const t = useText();
  const home = useGetHome();
  return (
    <Card title={t('home.bots')} className={styles.card}>
      <SampleFigures />
      <div className={styles.own}>
        <SourceLine source="ledger">{t('home.onThisPlatform')}</SourceLine>
        <HomePart home={home} height={ownHeight}>
          {({ platform }) => (platform === null ? <Skeleton height={ownHeight} /> : <OwnFigures platform={platform} />)}
        </HomePart>
      </div>
    </Card>
  );
}

function SampleFigures(): ReactNode {
  const t = useText();
  const [counters, setCounters] = useState<SampleCounters>(sampleCounters);
  const grow = useCallback(() => setCounters((before) => grown(before, Math.random)), []);
  useVisibleInterval(grow, growEveryMs);
  return (
    <>
      <SourceLine source="sample">{t('home.botsSample')}</SourceLine>
      <dl className={styles.figures}>
        <Pair label={t('home.traders')}>
          <Count source="sample" count={counters.traders} />
        </Pair>
        <Pair label={t('home.botsCreated')}>
          <Count source="sample" count={counters.bots} />
        </Pair>
        <Pair label={t('home.botEarnings')}>
          <Count source="sample" count={counters.earnings} />
        </Pair>
      </dl>
    </>
  );
}

function OwnFigures({ platform }: { readonly platform: PlatformFigures }): ReactNode {
  const t = useText();
  const format = useFormat();
  const { members, plansPlaced, plansSettled, plansWon, incomePaid, lossesTaken } = platform;
  return (
    <>
      <dl className={styles.figures}>
        <Pair label={t('home.members')}>
          <Count source="ledger" count={members} />
        </Pair>
        <Pair label={t('home.plansPlaced')}>
          <Count source="ledger" count={plansPlaced} />
        </Pair>
        <Pair label={t('home.netIncome')}>
          <Money source="ledger" value={subtract(incomePaid, lossesTaken)} decimals={2} sign="always" />
        </Pair>
      </dl>
      <p className={styles.settled}>
        {plansSettled === 0 ? (
          t('home.noneSettled')
        ) : (
          <Figure source="ledger">
            {t('home.settledShare', {
              settled: format.count(plansSettled),
              share: format.percent(plansWon / plansSettled, 0, 'negative'),
            })}
          </Figure>
        )}
      </p>
    </>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.pair}>
      <dt className={common.faint}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
