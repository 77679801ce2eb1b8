import type { ReactNode } from 'react';
import { type TextKey, useText } from '#web/platform/i18n/text.ts';
import { ComparedValues } from '#web/ui/proof/compared-values.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './difference-table.module.css';
import type { PlanProofDifference } from './differences.ts';
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
  'reveal.state': 'planProof.differsReveal',
  'reveal.until': 'planProof.differsRevealTime',
  'reveal.key': 'planProof.differsRevealKey',
  'reveal.coins': 'planProof.differsRevealCoins',
  'reveal.days': 'planProof.differsRevealDays',
  'reveal.played': 'planProof.differsRevealPlayed',
  level: 'planProof.differsLevel',
} as const satisfies Record<ProofField, TextKey>;

const comparedWith = {
  engine: ['planProof.mismatchClaimed', 'planProof.mismatchComputed'],
  kept: ['planProof.mismatchKept', 'planProof.mismatchInProof'],
  page: ['planProof.mismatchOnPage', 'planProof.mismatchInProof'],
  market: ['planProof.mismatchMarket', 'planProof.mismatchInProof'],
  status: ['planProof.mismatchStatus', 'planProof.mismatchInProof'],
  recording: ['planProof.mismatchRecording', 'planProof.mismatchInProof'],
  receipt: ['planProof.mismatchSent', 'planProof.mismatchReceipt'],
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
          <span className={common.name}>{nameOf(difference)}</span>
          <ComparedValues
            claimed={[t(comparedWith[difference.between][0]), difference.claimed]}
            computed={[t(comparedWith[difference.between][1]), difference.found]}
          />
        </li>
      ))}
    </ul>
  );
}
