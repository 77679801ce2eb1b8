import type { ReactNode } from 'react';
import type { PlanDetail } from '#contract/plans-proof.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Hash } from '#web/ui/layout/hash.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './bound-market.module.css';

interface BoundMarketProps {
  readonly detail: Pick<PlanDetail, 'market' | 'marketHash'>;
}

/** What a plan was bound to when it was placed, every value in full, folded away. */
export function BoundMarketDetails({ detail: { market, marketHash } }: BoundMarketProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { rows, through, hash } = market.lookback;
  const lines: readonly (readonly [label: string, value: string])[] = [
    [t('planProof.differsMarketLabel'), market.market.label],
    ...(market.market.source === 'replay'
      ? ([
          [t('planProof.differsRecordedDays'), format.count(market.market.recordedDays)],
          [t('planProof.differsReplayStart'), format.fullTime(market.market.startsAt)],
          [t('planProof.differsReplayDay'), format.count(market.market.day)],
        ] as const)
      : ([
          [t('planProof.differsExchange'), market.market.exchange],
          [t('planProof.differsInstrument'), market.market.instrument],
        ] as const)),
    [t('planProof.differsKnownRows'), format.count(rows)],
    [t('planProof.differsKnownThrough'), format.fullTime(through)],
  ];
  const hashes: readonly (readonly [label: string, value: string])[] = [
    [t('planProof.differsMarketHash'), marketHash],
    ...(market.market.source === 'replay'
      ? ([
          [t('planProof.differsRecording'), market.market.recording],
          [t('planProof.differsCommitment'), market.market.commitment],
        ] as const)
      : []),
    [t('planProof.differsKnownHash'), hash],
  ];
  return (
    <details className={styles.details}>
      <summary>{t('planProof.boundMarket')}</summary>
      <dl className={styles.lines}>
        {lines.map(([label, value]) => (
          <div key={label} className={styles.line}>
            <dt className={common.faint}>{label}</dt>
            <dd>
              <Figure source="ledger">{value}</Figure>
            </dd>
          </div>
        ))}
      </dl>
      {hashes.map(([label, value]) => (
        <Hash key={label} label={label} value={value} missing="" />
      ))}
    </details>
  );
}

/** The same on the plan's own page. */
export function BoundMarketCard(props: BoundMarketProps): ReactNode {
  return (
    <Card>
      <BoundMarketDetails {...props} />
    </Card>
  );
}
