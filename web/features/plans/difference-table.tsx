import type { ReactNode } from 'react';
import { type TextKey, useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import styles from './difference-table.module.css';
import type { PlanProofDifference } from './plan-proof.ts';
import type { ProofField } from './proof-fields.ts';

const fieldNames = {
  plan: 'planProof.differsPlan',
  coin: 'planProof.differsCoin',
  terms: 'planProof.differsTerms',
  'terms.engine': 'planProof.differsEngine',
  'terms.strategy': 'planProof.differsStrategy',
  'terms.interval': 'planProof.differsInterval',
  'terms.rounds': 'planProof.differsTermRounds',
  'terms.leverage': 'planProof.differsLeverage',
  'terms.maximumProfit': 'planProof.differsMaximumProfit',
  'terms.maximumLoss': 'planProof.differsMaximumLoss',
  'terms.feeRate': 'planProof.differsFeeRate',
  amount: 'planProof.differsAmount',
  startsAt: 'planProof.differsStartsAt',
  lookback: 'planProof.differsLookback',
  candles: 'planProof.differsCandles',
  candlesHash: 'planProof.differsCandlesHash',
  rounds: 'planProof.differsRounds',
  'claimed.income': 'planProof.differsIncome',
  'claimed.end': 'planProof.differsEnd',
  'claimed.shortfall': 'planProof.differsShortfall',
  'claimed.results': 'planProof.differsResult',
  'market.coin': 'planProof.differsMarketCoin',
  'market.interval': 'planProof.differsMarketInterval',
  'market.market.source': 'planProof.differsMarketSource',
  'market.market.label': 'planProof.differsMarketLabel',
  'market.market.recording': 'planProof.differsRecording',
  'market.market.recordedDays': 'planProof.differsRecordedDays',
  'market.market.commitment': 'planProof.differsCommitment',
  'market.market.startsAt': 'planProof.differsReplayStart',
  'market.market.day': 'planProof.differsReplayDay',
  'market.market.exchange': 'planProof.differsExchange',
  'market.market.instrument': 'planProof.differsInstrument',
  'market.lookback.rows': 'planProof.differsKnownRows',
  'market.lookback.through': 'planProof.differsKnownThrough',
  'market.lookback.hash': 'planProof.differsKnownHash',
  marketHash: 'planProof.differsMarketHash',
} as const satisfies Record<ProofField, TextKey>;

const comparedWith = {
  engine: ['planProof.mismatchClaimed', 'planProof.mismatchComputed'],
  kept: ['planProof.mismatchKept', 'planProof.mismatchInProof'],
  page: ['planProof.mismatchOnPage', 'planProof.mismatchInProof'],
  market: ['planProof.mismatchMarket', 'planProof.mismatchInProof'],
} as const;

/** Every mismatch with both full values. */
export function DifferenceTable({ differences }: { readonly differences: readonly PlanProofDifference[] }): ReactNode {
  const t = useText();
  const nameOf = ({ field, place }: PlanProofDifference) => {
    if (field === 'claimed.results') return t('planProof.differsResult', { round: place ?? 0 });
    if (field === 'candles') return place ? t('planProof.differsCandle', { place }) : t('planProof.differsCandles');
    return t(fieldNames[field]);
  };
  return (
    <ul className={styles.list}>
      {differences.map((difference) => (
        <li key={`${difference.between} ${difference.field} ${difference.place}`} className={styles.point}>
          <span className={styles.name}>{nameOf(difference)}</span>
          <dl className={styles.values}>
            <dt>{t(comparedWith[difference.between][0])}</dt>
            <dd>
              <Figure source="ledger" mark="group">
                {difference.claimed}
              </Figure>
            </dd>
            <dt>{t(comparedWith[difference.between][1])}</dt>
            <dd>
              <Figure source="probe" mark="group">
                {difference.found}
              </Figure>
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}
